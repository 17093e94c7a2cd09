package load

import (
	"errors"
	"fmt"
	"sync/atomic"

	"jitterlog/ingest/load/client"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// A disk is the file system that holds the data directory of a server on this
// machine. A nil one cannot be seen.
type disk struct {
	dir, mount, filesystem, device string
	low                            atomic.Bool // little is left, as was told
}

func newDisk(server *rawlog.Server) *disk {
	s := server.Storage
	if s["mount"] == "" {
		return nil
	}
	return &disk{dir: s["datadir"], mount: s["mount"], filesystem: s["filesystem"], device: s["device"]}
}

func (d *disk) String() string {
	return fmt.Sprintf("the disk of the data directory, %s (%s, mounted at %s)", d.device, d.filesystem, d.mount)
}

const (
	mib = 1 << 20
	// little is more than InnoDB asks for at once when a table grows (4 MiB), and
	// less than anyone would leave free on purpose.
	little = 16 * mib
	// enough ends the state of low: a server that dies of a full disk frees some.
	enough = 4 * little
)

// sample returns how much is free at the moment, nil if that is not known. The
// first time that it is little, add is told.
func (d *disk) sample(add func(severity parse.Severity, kind parse.Kind, code, message string)) *rawlog.Sample {
	if d == nil {
		return nil
	}
	free, ok := available(d.dir)
	if !ok {
		return nil
	}
	switch {
	case free >= enough:
		d.low.Store(false)
	case free < little && !d.low.Swap(true):
		add(parse.Error, parse.Failure, "", d.littleLeft())
	}
	return &rawlog.Sample{Source: "proc", Object: d.mount, Unit: "kB", Values: map[string]float64{"disk_free_kb": float64(free / 1024)}}
}

func (d *disk) littleLeft() string {
	return fmt.Sprintf("less than %d MiB are free on %s", little/mib, d)
}

// A fullError is an error that a full disk explains, with what is known of that
// disk.
type fullError struct {
	err  error
	disk string
}

func (e *fullError) Error() string { return client.Message(e.err) + ": " + e.disk }
func (e *fullError) Unwrap() error { return e.err }

// explain adds to an error of a full disk or table which disk that is, and how
// much is free on it: a table may be full by a limit of its own.
func (d *disk) explain(err error) error {
	if class, _ := client.Classify(err); d == nil || class != client.Full {
		return err
	}
	free, ok := available(d.dir)
	if !ok {
		return err
	}
	return &fullError{err, fmt.Sprintf("%.1f MiB are free on %s", float64(free)/mib, d)}
}

// gone returns the error of a run whose server is gone while little is left on
// its disk, nil if it is not: to wait for it would be in vain.
func (d *disk) gone(err error) error {
	if d == nil || !d.low.Load() {
		return nil
	}
	return &fullError{err, d.littleLeft()}
}

// message returns the text of an error for the log.
func message(err error) string {
	var full *fullError
	if errors.As(err, &full) {
		return full.Error()
	}
	return client.Message(err)
}
