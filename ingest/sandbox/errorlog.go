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

// tail returns what the end of an error log says about a server's end, from an offset on: the last
// lines up to the last one that the server marked as an error, without its notes, each indented. The
// system's part of an error often stands in a line without a mark before it, and scripts print
// advice after it. A log without such a mark is shown from its last lines.
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
	var all, telling []string
	end := 0 // of what tells, after the last mark
	for line := range bytes.Lines(b[:n]) {
		s := strings.TrimSpace(string(line))
		if s == "" {
			continue
		}
		all = append(all, s)
		if !strings.Contains(s, "[Note]") && !strings.Contains(s, "[System]") {
			telling = append(telling, s)
		}
		if strings.Contains(s, "[ERROR]") {
			end = len(telling)
		}
	}
	lines := telling[:end]
	if end == 0 {
		lines = all
	}
	if len(lines) == 0 {
		return "  (its error log is empty)"
	}
	lines = lines[max(0, len(lines)-tailLines):]
	return "  " + strings.Join(lines, "\n  ")
}
