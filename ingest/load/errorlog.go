package load

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// An errorLog reads what the server writes into its error log during the run.
type errorLog struct {
	path   string
	offset int64
}

// newErrorLog returns the reader of the server's error log from now on, nil
// where it cannot be read: on another machine, or written to a terminal.
func newErrorLog(server *rawlog.Server, local bool) *errorLog {
	path := server.Settings["log_error"]
	if !local || path == "" || path == "stderr" {
		return nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(server.Settings["datadir"], path)
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return &errorLog{path: path, offset: info.Size()}
}

// mostErrorLog bounds how much of the error log is read at once: a crash may
// write a long trace.
const mostErrorLog = 64 << 10

// read hands the warnings and errors among the whole lines written since the
// last call to add.
func (l *errorLog) read(add func(severity parse.Severity, kind parse.Kind, code, message string)) {
	if l == nil {
		return
	}
	f, err := os.Open(l.path)
	if err != nil {
		return // rotated away; it will come back
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() < l.offset {
		l.offset = 0 // begun anew
	}
	data, err := io.ReadAll(io.NewSectionReader(f, l.offset, mostErrorLog))
	if err != nil {
		return
	}
	end := bytes.LastIndexByte(data, '\n') + 1
	if end == 0 && len(data) == mostErrorLog {
		end = len(data) // a line without end must not stop the reading
	}
	l.offset += int64(end)
	for line := range bytes.Lines(data[:end]) {
		if severity, code, message, ok := errorLine(string(line)); ok {
			add(severity, parse.Failure, code, "server log: "+message)
		}
	}
}

// errorLine takes the severity and the message from a line such as
// "2026-12-01  2:42:20 5 [Warning] Aborted connection 5 to db: ...", and the code
// from one of MySQL 8 such as "2026-12-01T02:42:20.409001Z 0 [Warning]
// [MY-011810] [Server] Insecure configuration ...". Notes are passed over: each
// start writes dozens.
func errorLine(line string) (severity parse.Severity, code, message string, ok bool) {
	for mark, severity := range map[string]parse.Severity{"[Warning]": parse.Warning, "[ERROR]": parse.Error} {
		_, message, ok := strings.Cut(line, mark)
		if !ok {
			continue
		}
		message = strings.TrimSpace(message)
		if code, rest, ok := strings.Cut(message, "] "); ok && strings.HasPrefix(code, "[MY-") {
			return severity, code[1:], rest, true
		}
		return severity, "", message, true
	}
	return "", "", "", false
}
