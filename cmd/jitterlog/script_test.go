package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"jitterlog/ingest/sandbox"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"jitterlog": main})
}

// TestScripts runs the program as a user does. The scripts find the logs of the
// project in $LOGS.
func TestScripts(t *testing.T) {
	logs, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Condition: func(name string) (bool, error) {
			if name != "server" {
				return false, fmt.Errorf("no condition is called %s", name)
			}
			_, err := sandbox.Find(context.Background(), "")
			return err == nil, nil
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("LOGS", logs)
			return nil
		},
	})
}
