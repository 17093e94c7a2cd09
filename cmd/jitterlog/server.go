package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/term"

	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/parse"
	"jitterlog/parse/mycnf"
)

// serverFlags say which server the load goes to.
type serverFlags struct {
	DSN          string            `help:"Server as user@tcp(host:port)/database; a password after user: shows in process lists." placeholder:"DSN" group:"server" name:"dsn"`
	Host         string            `help:"Host of the server." placeholder:"HOST" group:"server"`
	Port         int               `help:"Port of the server." default:"3306" group:"server"`
	Socket       string            `help:"Unix socket of the server." placeholder:"PATH" group:"server"`
	User         string            `help:"User on the server (default: of ~/.my.cnf, else root)." placeholder:"USER" group:"server"`
	PasswordFile string            `help:"File that holds the password alone." type:"existingfile" placeholder:"FILE" group:"server"`
	AskPassword  bool              `help:"Ask for the password." group:"server"`
	Database     string            `help:"Database of the tables." default:"jitterlog" group:"server"`
	Set          map[string]string `help:"Variable of a throwaway server." placeholder:"NAME=VALUE" mapsep:"none" group:"server"`
	Server       string            `help:"Program of a throwaway server (default: the first mariadbd or mysqld on the path)." placeholder:"PROGRAM" group:"server"`
}

// passwordVariable is the variable of the environment that holds the password;
// MYSQL_PWD, as the client has it, does too.
const passwordVariable = "JITTERLOG_PASSWORD"

// named says whether the user names a server; otherwise one is started.
func (f *serverFlags) named() bool { return f.DSN != "" || f.Host != "" || f.Socket != "" }

// connectTo is the server that the user names.
func (f *serverFlags) connectTo(e *env) (client.Config, error) {
	if len(f.Set) > 0 || f.Server != "" {
		return client.Config{}, usage("--set and --server are for a throwaway server, and one is named")
	}
	if f.DSN != "" {
		config, err := client.ParseDSN(f.DSN)
		if err != nil {
			return config, &codedError{exitUsage, err}
		}
		if config.Database == "" {
			config.Database = f.Database
		}
		if config.Password != "" {
			e.say("hint: a password in --dsn shows in process lists: --password-file, $%s and ~/.my.cnf keep it out", passwordVariable)
			return config, nil
		}
		config.Password, err = f.password(e, clientGroup())
		return config, err
	}
	own := clientGroup()
	config := client.Config{Network: "tcp", Address: net.JoinHostPort(f.Host, strconv.Itoa(f.Port)), User: f.User, Database: f.Database}
	if f.Socket != "" {
		config.Network, config.Address = "unix", f.Socket
	}
	if config.User == "" {
		config.User = own["user"]
	}
	if config.User == "" {
		config.User = "root"
	}
	var err error
	config.Password, err = f.password(e, own)
	return config, err
}

// password comes from where no process list and no log shows it.
func (f *serverFlags) password(e *env, own map[string]string) (string, error) {
	switch {
	case f.PasswordFile != "":
		text, err := os.ReadFile(f.PasswordFile)
		return strings.TrimRight(string(text), "\r\n"), err
	case f.AskPassword:
		in, ok := e.stdin.(*os.File)
		if !ok || !term.IsTerminal(int(in.Fd())) {
			return "", usage("--ask-password: standard input is no terminal: use --password-file or $%s", passwordVariable)
		}
		fmt.Fprint(e.stderr, "password: ")
		text, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(e.stderr)
		return string(text), err
	}
	for _, name := range []string{passwordVariable, "MYSQL_PWD"} {
		if value, ok := os.LookupEnv(name); ok {
			return value, nil
		}
	}
	return own["password"], nil
}

// clientGroup reads the group [client] of ~/.my.cnf, as the client does. What
// cannot be read is not there.
func clientGroup() map[string]string {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil
	}
	file, err := os.Open(filepath.Join(home, ".my.cnf"))
	if err != nil {
		return nil
	}
	defer file.Close()
	return mycnf.Group(parse.NewLines(file), "client")
}

// withServer calls use with the server that is named, or with a throwaway one,
// which is gone when it returns; started is nil where the server is the user's.
func (f *serverFlags) withServer(e *env, use func(config client.Config, started *sandbox.Server) error) error {
	if f.named() {
		config, err := f.connectTo(e)
		if err != nil {
			return err
		}
		return use(config, nil)
	}
	e.say("starting a throwaway server")
	// An interrupt ends the load, and the server after it.
	server, err := sandbox.Start(context.WithoutCancel(e.ctx), sandbox.Options{Program: f.Server, Set: f.Set})
	if err != nil {
		return err
	}
	own := server.Config()
	e.say("%s on %s:%d", server.Program().Version, own.Host, own.Port)
	config := client.Config{Network: "tcp", Address: net.JoinHostPort(own.Host, strconv.Itoa(own.Port)),
		User: own.User, Password: own.Password, Database: own.Database}
	return errors.Join(use(config, server), server.Close())
}

// createDatabase makes the database of the tables where there is none.
func createDatabase(ctx context.Context, config client.Config) error {
	name := config.Database
	config.Database = ""
	conn, err := config.Connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Exec("CREATE DATABASE IF NOT EXISTS `" + strings.ReplaceAll(name, "`", "``") + "`")
	return err
}
