package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme runs the commands of the README from top to bottom in one folder that
// holds the logs, as a reader does, with the program on the path.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	script := "#!/bin/sh\n" + asProgram + "=1 exec " + os.Args[0] + ` "$@"` + "\n"
	if err := os.WriteFile(filepath.Join(bin, "jitterlog"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS(filepath.Join(root, "testdata"))); err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for block := range codeBlocks(string(readme)) {
		if strings.HasPrefix(block, "go test") {
			continue // this very test
		}
		blocks++
		cmd := exec.Command("sh", "-e", "-c", strings.ReplaceAll(block, "go run ./cmd/jitterlog", "jitterlog"))
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "JITTERLOG_HISTORY="+filepath.Join(dir, "history"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s\nof this block:\n%s", err, out, block)
		}
	}
	if blocks < 6 {
		t.Errorf("only %d blocks of commands were found", blocks)
	}
}

// codeBlocks yields what stands between ```sh and ```.
func codeBlocks(markdown string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, part := range strings.Split(markdown, "```sh\n")[1:] {
			block, _, _ := strings.Cut(part, "```")
			if !yield(block) {
				return
			}
		}
	}
}
