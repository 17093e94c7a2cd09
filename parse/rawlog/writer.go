package rawlog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// A Writer writes a log. It may be used by several goroutines; each line goes
// to the underlying writer at once and by one call, so a process that dies
// leaves whole lines.
type Writer struct {
	mu  sync.Mutex
	w   io.Writer
	buf bytes.Buffer
	enc *json.Encoder
	err error
}

// NewWriter returns a Writer to w, which should not be buffered.
func NewWriter(w io.Writer) *Writer {
	out := &Writer{w: w}
	out.enc = json.NewEncoder(&out.buf)
	out.enc.SetEscapeHTML(false)
	return out
}

// Write writes one line, and sets its kind. The first error is kept: nothing is
// written after it, so that no line is missing in the middle.
func (w *Writer) Write(line Line) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	setKind(line)
	w.buf.Reset()
	if err := w.enc.Encode(line); err != nil {
		w.err = fmt.Errorf("raw log: a line of kind %s: %w", line.kind(), err)
		return w.err
	}
	if _, err := w.w.Write(w.buf.Bytes()); err != nil {
		w.err = fmt.Errorf("raw log: %w", err)
	}
	return w.err
}

// Err returns the error that ended the writing, if any.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

func setKind(line Line) {
	kind := line.kind()
	switch line := line.(type) {
	case *Run:
		line.Kind, line.Jitterlog = kind, Version
	case *Server:
		line.Kind = kind
	case *Start:
		line.Kind = kind
	case *Interval:
		line.Kind = kind
	case *Sample:
		line.Kind = kind
	case *Event:
		line.Kind = kind
	case *End:
		line.Kind = kind
	}
}
