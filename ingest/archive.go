package ingest

import (
	"bytes"
	"context"
	"encoding/hex"
	"io"

	"jitterlog/ingest/history"
)

// keptText is the size up to which the text of a log stays in memory between
// archiving and parsing.
const keptText = 8 << 20

// An archived text is what is parsed: the source's text with its passwords
// masked, as the history keeps it.
type archived struct {
	raw       *history.Raw
	sourceSHA string // of the decompressed source
	kept      []byte // the text, nil if it is larger than was to be kept
	brokenBy  error  // where the source broke off, such as a cut gzip file
}

// A keeper archives texts: an import or an attachment.
type keeper interface {
	NewRaw() (*history.RawWriter, error)
}

// archive reads a source to its end and keeps up to that many bytes of it in
// memory. An error of the source itself is kept in the result, since what was read
// until then can be used; the returned error is one of the history or of ctx.
func archive(ctx context.Context, t *text, to keeper, keep int) (*archived, error) {
	raw, err := to.NewRaw()
	if err != nil {
		return nil, err
	}
	defer raw.Abort()
	a := &archived{kept: []byte{}}
	in := newMaskReader(t)
	buf := make([]byte, 256<<10)
	for readErr := error(nil); readErr == nil; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var n int
		n, readErr = in.Read(buf)
		if _, err := raw.Write(buf[:n]); err != nil {
			return nil, err
		}
		if a.kept != nil && len(a.kept)+n <= keep {
			a.kept = append(a.kept, buf[:n]...)
		} else {
			a.kept = nil
		}
		if readErr != io.EOF {
			a.brokenBy = readErr
		}
	}
	if a.raw, err = raw.Finish(); err != nil {
		return nil, err
	}
	a.sourceSHA = hex.EncodeToString(t.sum.Sum(nil))
	return a, nil
}

// open returns the text from its beginning.
func (a *archived) open() (io.ReadCloser, error) {
	if a.kept != nil {
		return io.NopCloser(bytes.NewReader(a.kept)), nil
	}
	return a.raw.Open()
}
