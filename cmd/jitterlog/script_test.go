package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"jitterlog/ingest/sandbox"
	"jitterlog/ingest/sandbox/sandboxtest"
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
		Setup: func(env *testscript.Env) error {
			env.Setenv("LOGS", logs)
			return nil
		},
	})
}

// TestServers runs scripts that need a server on each product. The server
// program is $SERVER.
func TestServers(t *testing.T) {
	sandboxtest.Products(t, func(t *testing.T, program string) {
		testscript.Run(t, testscript.Params{
			Dir:           "testdata/server",
			UpdateScripts: *update,
			Cmds:          map[string]func(ts *testscript.TestScript, neg bool, args []string){"startserver": startServer},
			Setup: func(env *testscript.Env) error {
				env.Setenv("SERVER", program)
				return nil
			},
		})
	})
}

// startServer starts a server of the user's for a script: it listens at $SOCKET
// and on 127.0.0.1:$PORT, and has an account bench whose password is the argument.
func startServer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: startserver PASSWORD")
	}
	server, err := sandbox.Start(context.Background(), sandbox.Options{Program: ts.Getenv("SERVER")})
	ts.Check(err)
	ts.Defer(func() { ts.Check(server.Close()) })
	conn, err := sandboxtest.Config(server).Connect(context.Background())
	ts.Check(err)
	defer conn.Close()
	for _, host := range []string{"localhost", "127.0.0.1"} {
		for _, sql := range []string{"CREATE USER bench@'%s' IDENTIFIED BY '" + args[0] + "'", "GRANT ALL ON *.* TO bench@'%s'"} {
			_, err := conn.Exec(fmt.Sprintf(sql, host))
			ts.Check(err)
		}
	}
	ts.Setenv("SOCKET", server.Config().Socket)
	ts.Setenv("PORT", strconv.Itoa(server.Config().Port))
}
