// Package mysqlcli reads transcripts of the mysql and mariadb clients, as they
// are kept of loads done by hand: a variable is set or shown, a procedure is
// called, and the client says how long that took.
//
// Every CALL, LOAD DATA, LOAD XML and INSERT or REPLACE ... SELECT is a run, with the
// settings that were in force as far as the transcript shows them: what SET
// changed and what SHOW VARIABLES or SELECT @@name printed before it. All other
// statements are context.
//
// What the figures mean:
//   - The time is what the client prints, (17 min 21.91 sec), taken over exactly.
//     It is one interval from 0 to the end, since nothing is known of the time
//     between.
//   - A load is one client: one thread.
//   - Rows are what the client says was affected, or the argument of the
//     procedure where that is its only whole number and larger: MySQL counts only
//     the procedure's last statement, so that a loop which ends in COMMIT has
//     affected 0 rows. Reported says in rows_from which of them it was.
//   - A load that failed, or whose result is not in the transcript, is an
//     incomplete run.
//   - A new connection forgets what SET SESSION changed, and a restarted server
//     (its connection ids begin anew) what SET GLOBAL changed and was shown.
//
// Statements are found at prompts of any shape, between the dashed lines of
// -vvv, and where a prompt was not copied by their terminator. Text between them
// is prose and is passed over, but not what looks like a result of the
// client and cannot be read as one.
package mysqlcli

import (
	"bytes"
	"iter"

	"jitterlog/parse"
)

const tool = "mysql"

// The names of the formats.
const (
	FormatTranscript = "mysql-client"
	FormatSettings   = "mysql-client-settings"
)

// Formats are the kinds of transcripts.
var Formats = []parse.Format{
	{
		Name: FormatTranscript, Tool: tool,
		About:   "transcript of the mysql or mariadb client; every CALL and load in it is a run",
		Example: "Query OK, 0 rows affected (17 min 21.91 sec)",
		Match:   matchTranscript, Read: read(FormatTranscript),
	},
	{
		Name: FormatSettings, Tool: tool, Attaches: true,
		About:   "transcript without loads: its SHOW VARIABLES and SET are the settings of the run beside it",
		Example: "mysql> SHOW VARIABLES LIKE 'innodb_flush_log_at_trx_commit';",
		Match:   matchSettings, Read: read(FormatSettings),
	},
}

func read(format string) func(*parse.Lines) iter.Seq2[parse.Record, error] {
	return func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) {
			r := newReader(in, yield, format)
			r.read()
		}
	}
}

// evidence is what the head of a file has of a transcript.
type evidence struct {
	session  bool // a prompt or an echoed statement
	answered int  // index of the first result, -1 if there is none
}

func look(head [][]byte) evidence {
	found := evidence{answered: -1}
	dashes := false
	for i, line := range head {
		line = clean(line)
		if found.answered < 0 {
			if _, want := parseResult(line); want == "" {
				found.answered = i
			} else if _, ok := parseError(line); ok {
				found.answered = i
			}
		}
		if _, ok := cutPrompt(line); ok || dashes && startsStatement(line) {
			found.session = true
		}
		dashes = string(line) == echoFrame
	}
	return found
}

// matchTranscript wants a load whose result is there. It is certain if that
// stands in a session, and takes a session without load for want of anything
// better.
func matchTranscript(head [][]byte) parse.Match {
	found := look(head)
	if found.answered < 0 {
		return parse.Match{}
	}
	line := -1
	for rec := range readHead(head, FormatTranscript) {
		switch rec := rec.(type) {
		case *parse.Header:
			line = rec.Line - 1
		case *parse.Summary:
			switch {
			case rec.Reported["time"] == "" || line >= len(head):
			case found.session:
				return parse.Match{Score: parse.Certain, Line: line}
			default:
				return parse.Match{Score: parse.Likely, Line: line}
			}
		}
	}
	if found.session {
		return parse.Match{Score: parse.Weak, Line: found.answered}
	}
	return parse.Match{}
}

// matchSettings wants a session with settings and without loads.
func matchSettings(head [][]byte) parse.Match {
	found := look(head)
	if found.answered < 0 || !found.session || matchTranscript(head).Score > parse.Weak {
		return parse.Match{}
	}
	for rec := range readHead(head, FormatSettings) {
		if s, ok := rec.(*parse.Setting); ok && s.Line <= len(head) {
			return parse.Match{Score: parse.Likely, Line: s.Line - 1}
		}
	}
	return parse.Match{}
}

func readHead(head [][]byte, format string) iter.Seq2[parse.Record, error] {
	return read(format)(parse.NewLines(bytes.NewReader(bytes.Join(head, []byte("\n")))))
}
