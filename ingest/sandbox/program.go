package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNoProgram is returned when no server program is installed.
var ErrNoProgram = errors.New("no mariadbd or mysqld on PATH or in /usr/sbin: install one " +
	"(Debian, Ubuntu: apt-get install mariadb-server; Red Hat, Fedora: dnf install mariadb-server; " +
	"or mysql-server), or name a running server instead")

// Program is an installed server program and what it says about itself.
type Program struct {
	Path    string
	Version string // the answer to --version, without the program's name: "Ver 10.11.19-MariaDB ..."
	MariaDB bool   // else MySQL, or a fork that behaves like it
}

// places are where distributions put server programs that a user's PATH may lack.
var places = []string{"/usr/sbin", "/usr/local/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/usr/bin"}

// Installed yields the paths of the server programs of this machine: folder by folder of PATH, then
// of the usual places. A program may come under several paths.
func Installed() iter.Seq[string] { return installed("mariadbd", "mysqld") }

// Find asks the server program at path for its version. An empty path means the first of Installed;
// ErrNoProgram if there is none.
func Find(ctx context.Context, path string) (Program, error) {
	if path == "" {
		path = first(Installed())
	}
	if path == "" {
		return Program{}, ErrNoProgram
	}
	out, err := exec.CommandContext(ctx, path, "--no-defaults", "--version").CombinedOutput()
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if ctx.Err() != nil {
		err = context.Cause(ctx) // and not that the program was killed for it
	}
	if err != nil {
		return Program{}, fmt.Errorf("ask %s for its version: %w: %s", path, err, line)
	}
	i := strings.Index(line, "Ver ")
	if i < 0 {
		return Program{}, fmt.Errorf("%s is no MySQL or MariaDB server: --version says %q", path, line)
	}
	return Program{Path: path, Version: line[i:], MariaDB: strings.Contains(line, "MariaDB")}, nil
}

func installed(names ...string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, dir := range slices.Concat(filepath.SplitList(os.Getenv("PATH")), places) {
			for _, name := range names {
				path, err := exec.LookPath(filepath.Join(dir, name))
				if err == nil && filepath.IsAbs(path) && !yield(path) {
					return
				}
			}
		}
	}
}

// first returns the first of paths, or "".
func first(paths iter.Seq[string]) string {
	for path := range paths {
		return path
	}
	return ""
}

// initCommand is the command that fills an empty data directory.
// shape are the options that the directory keeps for life.
func (p Program) initCommand(datadir, tmpdir string, shape []string) (path string, args []string, err error) {
	args = []string{"--no-defaults", "--datadir=" + datadir, "--tmpdir=" + tmpdir}
	if os.Geteuid() == 0 {
		args = append(args, "--user=root")
	}
	if !p.MariaDB {
		args = append(args, "--initialize-insecure")
		return p.Path, append(args, shape...), nil
	}
	script, base := p.installScript()
	if script == "" {
		return "", nil, fmt.Errorf("%s is here, but not mariadb-install-db, which makes its data directory: "+
			"install the whole package (mariadb-server)", p.Path)
	}
	if base != "" {
		args = append(args, "--basedir="+base)
	}
	args = append(args, "--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve")
	return script, append(args, shape...), nil
}

// installScript finds the script that belongs to a MariaDB server. One beside a server that was
// unpacked by hand needs to be told the base directory; an installed one knows it.
func (p Program) installScript() (script, base string) {
	bin := filepath.Dir(p.Path)
	root := filepath.Dir(bin)
	for _, name := range []string{"mariadb-install-db", "mysql_install_db"} {
		if path, err := exec.LookPath(filepath.Join(root, "scripts", name)); err == nil {
			return path, root
		}
		for _, dir := range []string{bin, filepath.Join(root, "bin")} {
			if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
				return path, ""
			}
		}
	}
	// MySQL up to 5.7 has a program of the old name, too.
	return cmp.Or(first(installed("mariadb-install-db")), first(installed("mysql_install_db"))), ""
}
