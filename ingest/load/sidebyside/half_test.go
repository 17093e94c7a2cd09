//go:build linux

package sidebyside

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"testing"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/workload/oltp"
)

// halfVariable makes the test program the load half of jitterlog: what makes
// load and writes the raw log, without the half that reads it and its database.
// Its value is the workload.
const halfVariable = "SIDEBYSIDE_WORKLOAD"

func TestMain(m *testing.M) {
	if name := os.Getenv(halfVariable); name != "" {
		if err := makeLoad(name, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// makeLoad takes the address, user and database of the server, the time and the
// path of the log.
func makeLoad(name string, arguments []string) error {
	o := oltp.Default()
	o.Tables, o.TableSize = tables, rows
	workload, err := oltp.New(name, o)
	if err != nil {
		return err
	}
	duration, err := time.ParseDuration(arguments[3])
	if err != nil {
		return err
	}
	log, err := os.Create(arguments[4])
	if err != nil {
		return err
	}
	defer log.Close()
	_, err = load.Run(context.Background(), load.Plan{
		Server: client.Config{Network: "tcp", Address: arguments[0], User: arguments[1], Database: arguments[2],
			Password: os.Getenv("JITTERLOG_PASSWORD")},
		Workload: workload, Stages: []load.Stage{{Threads: threads, Duration: duration}}, Interval: time.Second, Log: log,
	})
	return err
}

// half is the load half as a tool.
func (b *bench) half() tool {
	program := buildHalf(b.t)
	return tool{name: "the load half", run: func(w work, _ int, log string) []string {
		return []string{"env", halfVariable + "=" + w.name, program, net.JoinHostPort(b.server.Host, strconv.Itoa(b.server.Port)),
			b.server.User, b.server.Database, length().String(), log}
	}}
}

func buildHalf(t *testing.T) string {
	return build(t, "half", []string{"CGO_ENABLED=0"}, "test", "-c", "jitterlog/ingest/load/sidebyside")
}

// The load half needs no C compiler and no C library.
func TestLoadHalfWithoutC(t *testing.T) { buildHalf(t) }
