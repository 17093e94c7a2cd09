package ingest

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Stdin is the path that stands for standard input.
const Stdin = "-"

var (
	errEmpty  = errors.New("the file is empty")
	errBinary = errors.New("a binary file, not a text log")
	errFolder = errors.New("a folder")
)

// headBytes is how much of a source its format is recognised by. A log may
// begin with a flood of error lines, so it is more than a heading needs.
const headBytes = 256 << 10

// text is one source as text: decompressed, and decoded to UTF-8.
type text struct {
	*bufio.Reader
	path  string // as in messages and in the history
	mtime time.Time
	size  int64     // of the file, 0 if unknown
	sum   hash.Hash // of the decompressed bytes read so far
	close []func() error
}

// openText opens a file, or standard input where path is Stdin.
func openText(path string, stdin io.Reader) (*text, error) {
	t := &text{path: path, sum: sha256.New()}
	in := stdin
	if path != Stdin {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		t.close = append(t.close, f.Close)
		info, err := f.Stat()
		if err == nil && info.IsDir() {
			err = errFolder
		} else if err == nil && !info.Mode().IsRegular() && info.Mode()&os.ModeNamedPipe == 0 {
			err = errors.New("not a regular file")
		}
		if err != nil {
			t.Close()
			return nil, &os.PathError{Op: "read", Path: path, Err: err}
		}
		t.mtime, t.size = info.ModTime(), info.Size()
		in = f
	}
	plain, err := t.decompress(in)
	if err == nil {
		t.Reader, err = decode(io.TeeReader(plain, t.sum))
	}
	if err != nil {
		t.Close()
		return nil, &os.PathError{Op: "read", Path: path, Err: err}
	}
	return t, nil
}

// Close closes what was opened for the source.
func (t *text) Close() error {
	var err error
	for i := len(t.close) - 1; i >= 0; i-- {
		err = errors.Join(err, t.close[i]())
	}
	return err
}

// decompress looks at the first bytes, not at the name: logs are renamed.
func (t *text) decompress(in io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(in, 64<<10)
	magic, err := b.Peek(6)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case len(magic) == 0:
		return nil, errEmpty
	case bytes.HasPrefix(magic, []byte("\x1f\x8b")):
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		t.close = append(t.close, z.Close)
		return z, nil
	case bytes.HasPrefix(magic, []byte("BZh")):
		return bzip2.NewReader(b), nil
	case bytes.HasPrefix(magic, []byte("\xfd7zXZ\x00")):
		z, err := xz.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("xz: %w", err)
		}
		return z, nil
	case bytes.HasPrefix(magic, []byte("\x28\xb5\x2f\xfd")):
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return nil, fmt.Errorf("zstd: %w", err)
		}
		t.close = append(t.close, func() error { z.Close(); return nil })
		return z, nil
	}
	return b, nil
}

// decode turns UTF-16 into UTF-8, which PowerShell's > writes, with or
// without a byte order mark. Text in any other encoding passes as it is.
func decode(in io.Reader) (*bufio.Reader, error) {
	b := bufio.NewReaderSize(in, headBytes)
	head, err := b.Peek(8 << 10)
	if len(head) == 0 {
		if err == io.EOF {
			return nil, errEmpty
		}
		return nil, err
	}
	order := unicode.LittleEndian
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		order = unicode.BigEndian
	case zeros(head, 1) > len(head)/3 && zeros(head, 0) == 0:
	case zeros(head, 0) > len(head)/3 && zeros(head, 1) == 0:
		order = unicode.BigEndian
	case bytes.IndexByte(head, 0) >= 0:
		return nil, errBinary
	default:
		return b, nil
	}
	utf16 := unicode.UTF16(order, unicode.UseBOM)
	if !bytes.HasPrefix(head, []byte("\xff\xfe")) && !bytes.HasPrefix(head, []byte("\xfe\xff")) {
		utf16 = unicode.UTF16(order, unicode.IgnoreBOM)
	}
	return bufio.NewReaderSize(transform.NewReader(b, utf16.NewDecoder()), headBytes), nil
}

// zeros counts the zero bytes at even (0) or odd (1) places.
func zeros(b []byte, odd int) int {
	n := 0
	for i := odd; i < len(b); i += 2 {
		if b[i] == 0 {
			n++
		}
	}
	return n
}
