package ingest

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"

	"jitterlog/ingest/history"
)

// runID names a run by its source and its place in it.
func runID(sourceSHA string, section int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s:%d", sourceSHA, section))
	return hex.EncodeToString(sum[:])[:12]
}

// An ownReader follows the parser through the same text and hashes the bytes
// that belong to each run, so that a run is known again in a log that has
// grown.
type ownReader struct {
	text  *bufio.Reader
	line  int // lines read so far
	known *history.Known
}

// own is what identifies a run by its own bytes.
type own struct {
	sha256 string
	bytes  int64
	// grownFrom are the incomplete runs in the history whose bytes are the
	// beginning of this run's.
	grownFrom []string
}

func newOwnReader(text io.Reader, known *history.Known) *ownReader {
	return &ownReader{text: bufio.NewReaderSize(text, 64<<10), known: known}
}

// upTo hashes from where it stands to the end of that line.
func (r *ownReader) upTo(line int) (own, error) {
	var o own
	sum := sha256.New()
	shorter := r.known.Incomplete()
	for r.line < line {
		part, err := r.text.ReadSlice('\n')
		if err == nil {
			r.line++
		} else if err != io.EOF && err != bufio.ErrBufferFull {
			return own{}, err
		}
		for len(part) > 0 {
			n := len(part)
			for len(shorter) > 0 && shorter[0].OwnBytes <= o.bytes {
				shorter = shorter[1:]
			}
			if len(shorter) > 0 {
				n = int(min(int64(n), shorter[0].OwnBytes-o.bytes))
			}
			sum.Write(part[:n])
			o.bytes += int64(n)
			part = part[n:]
			o.match(sum, shorter)
		}
		if err == io.EOF {
			break
		}
	}
	o.sha256 = hex.EncodeToString(sum.Sum(nil))
	return o, nil
}

// match notes the incomplete runs that end at this place with this hash.
func (o *own) match(sum hash.Hash, shorter []history.KnownRun) {
	if len(shorter) == 0 || shorter[0].OwnBytes != o.bytes {
		return
	}
	here := hex.EncodeToString(sum.Sum(nil))
	for _, k := range shorter {
		if k.OwnBytes != o.bytes {
			return
		}
		if k.OwnSHA256 == here {
			o.grownFrom = append(o.grownFrom, k.RunID)
		}
	}
}
