package history

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
)

// A RawWriter archives the text of a log, compressed, and hashes it. It is one
// goroutine's.
type RawWriter struct {
	im    *Import
	out   *outFile
	gzip  *gzip.Writer
	hash  hash.Hash
	bytes int64
	done  bool
}

// A Raw is an archived text of an open import.
type Raw struct {
	SHA256 string // of the text, hex
	Bytes  int64  // length of the text
	path   string
}

// NewRaw returns a writer that archives a text. Finish or Abort ends it; the
// import's Abort covers both.
func (im *Import) NewRaw() (*RawWriter, error) {
	im.mu.Lock()
	path := im.rawTemp(im.raws)
	im.raws++
	im.mu.Unlock()
	out, err := createFile(path)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	return &RawWriter{im: im, out: out, gzip: z, hash: sha256.New()}, nil
}

// Write implements io.Writer.
func (w *RawWriter) Write(p []byte) (int, error) {
	w.hash.Write(p)
	w.bytes += int64(len(p))
	_, _ = w.gzip.Write(p) // out remembers its errors
	if w.out.err != nil {
		return 0, w.out.err
	}
	return len(p), nil
}

// Finish ends the text. Commit then keeps it if an imported run has its hash as
// RawSHA256 or among those of Attached; a text that the history holds already is
// not stored again.
func (w *RawWriter) Finish() (*Raw, error) {
	raw := &Raw{SHA256: hex.EncodeToString(w.hash.Sum(nil)), Bytes: w.bytes}
	raw.path = w.im.h.rawPath(raw.SHA256)
	if _, err := os.Stat(raw.path); err == nil {
		return raw, w.Abort()
	}
	w.done = true
	_ = w.gzip.Close() // out remembers its errors
	if err := w.out.finish(); err != nil {
		return nil, errors.Join(err, remove(w.out.path))
	}
	w.im.mu.Lock()
	first, twice := w.im.texts[raw.SHA256]
	if !twice {
		first = w.out.path
		w.im.texts[raw.SHA256] = first
	}
	w.im.mu.Unlock()
	raw.path = first
	if twice {
		return raw, remove(w.out.path)
	}
	return raw, nil
}

// Abort removes what was written. After Finish it does nothing, so it may be
// deferred.
func (w *RawWriter) Abort() error {
	if w.done {
		return nil
	}
	w.done = true
	return errors.Join(w.out.close(), remove(w.out.path))
}

// Open reads the text back while the import is open.
func (r *Raw) Open() (io.ReadCloser, error) { return openGzip(r.path) }

// OpenRaw opens the archived text of a committed run, by its RawSHA256, or one of
// those by Attached.
func (h *History) OpenRaw(sha256 string) (io.ReadCloser, error) { return openGzip(h.rawPath(sha256)) }

type gzipFile struct {
	*gzip.Reader
	file *os.File
}

func openGzip(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, errors.Join(&os.PathError{Op: "read", Path: path, Err: err}, f.Close())
	}
	return &gzipFile{z, f}, nil
}

// Close implements io.Closer.
func (g *gzipFile) Close() error { return errors.Join(g.Reader.Close(), g.file.Close()) }
