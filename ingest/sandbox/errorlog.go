package sandbox

import (
	"bytes"
	"io"
	"os"
	"strings"
)

const (
	tailBytes = 64 << 10
	tailLines = 10
)

// tail returns what the end of an error log says about a server's end: the last lines that the
// server marked as errors, or the last lines of any kind if it marked none, each indented. Only
// what follows from, an offset, counts.
func tail(file string, from int64) string {
	f, err := os.Open(file)
	if err != nil {
		return "  (no error log: " + err.Error() + ")"
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return "  (error log: " + err.Error() + ")"
	}
	from = max(from, size-tailBytes)
	b := make([]byte, max(0, size-from))
	n, _ := f.ReadAt(b, from)
	var marked, all []string
	for line := range bytes.Lines(b[:n]) {
		s := strings.TrimSpace(string(line))
		if s == "" {
			continue
		}
		all = append(all, s)
		if strings.Contains(s, "[ERROR]") || strings.Contains(s, "[FATAL]") {
			marked = append(marked, s)
		}
	}
	if len(marked) == 0 {
		marked = all
	}
	if len(marked) == 0 {
		return "  (its error log is empty)"
	}
	marked = marked[max(0, len(marked)-tailLines):]
	return "  " + strings.Join(marked, "\n  ")
}
