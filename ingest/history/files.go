package history

import (
	"bufio"
	"os"
	"path/filepath"
	"runtime"
)

// tempSuffix ends the name of a file that is being written. What stays of it
// after a crash is garbage.
const tempSuffix = ".tmp"

// An outFile is a file being written. It remembers its first error and takes
// and forgets what is written after it, since the Parquet library drops some
// write errors and panics at others.
type outFile struct {
	path string
	file *os.File
	buf  *bufio.Writer
	err  error
}

// createFile creates or truncates a file.
func createFile(path string) (*outFile, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return newOutFile(f), nil
}

func newOutFile(f *os.File) *outFile {
	return &outFile{path: f.Name(), file: f, buf: bufio.NewWriterSize(f, 256<<10)}
}

// Write implements io.Writer; it never fails.
func (o *outFile) Write(p []byte) (int, error) {
	if o.err == nil {
		_, o.err = o.buf.Write(p)
	}
	return len(p), nil
}

// finish makes the file durable and closes it. Its error is the first of all.
func (o *outFile) finish() error {
	if o.err == nil {
		o.err = o.buf.Flush()
	}
	if o.err == nil {
		o.err = o.file.Sync()
	}
	if err := o.close(); o.err == nil {
		o.err = err
	}
	return o.err
}

// close closes the file as it is, unless that is done.
func (o *outFile) close() error {
	if o.file == nil {
		return nil
	}
	err := o.file.Close()
	o.file = nil
	return err
}

// syncDir makes the names in a folder durable.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" { // folders cannot be synced there, and need not be
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if cerr := d.Close(); err == nil {
		err = cerr
	}
	return err
}

// publish gives a finished temporary file its name, durably.
func publish(temp, path string) error {
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}
