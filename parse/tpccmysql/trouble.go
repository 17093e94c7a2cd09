package tpccmysql

import (
	"strconv"

	"jitterlog/parse"
)

// contextWords are what a transaction that fails prints in front of the
// server's error, in the order of opNames: "neword 3:7" is thread 3, step 7.
var contextWords = [len(opNames)]string{"neword ", "payment ", "ordstat ", "delivery ", "slev"}

// context reads such a line.
func context(b []byte, i int) (op, end int, ok bool) {
	for k, word := range contextWords {
		if !has(b, i, word) {
			continue
		}
		j := i + len(word)
		if word == "slev" {
			return k, j, true
		}
		thread, colon := integer(b, j)
		if thread < 0 || colon == j || !has(b, colon, ":") {
			return 0, i, false
		}
		end := skipDigits(b, colon+1)
		return k, end, end > colon+1
	}
	return 0, i, false
}

// A trouble is an error that the log tells of, with how often it came since
// the last report line: killed connections print it a million times.
type trouble struct {
	kind        parse.Kind
	code        int64 // the server's error number, -1 if the tool's own
	op          int   // of opNames, -1 if unknown
	text        string
	first, last int
	count       int64
}

// maxTroubles is how many different ones are added up; more are passed on
// earlier, not lost.
const maxTroubles = 64

// troubles adds up equal errors between two report lines, and joins each
// error of the server to the transaction that it befell.
type troubles struct {
	list     []trouble
	contexts []int8 // transactions that failed and whose error has not come yet
}

// failed remembers that an error of that operation follows. Lines of several
// threads mix; the errors come in about the same order.
func (t *troubles) failed(op int) {
	if len(t.contexts) == cap(t.contexts) && cap(t.contexts) > 0 {
		t.contexts = t.contexts[:copy(t.contexts, t.contexts[1:])]
	}
	if t.contexts == nil {
		t.contexts = make([]int8, 0, maxTroubles)
	}
	t.contexts = append(t.contexts, int8(op))
}

// server adds an error of the server or the client library: "1213, 40001,
// Deadlock found ...", where text is what stands behind the state.
func (t *troubles) server(code int64, text []byte, line int) {
	op := -1
	if len(t.contexts) > 0 {
		op = int(t.contexts[0])
		t.contexts = t.contexts[:copy(t.contexts, t.contexts[1:])]
	}
	kind := parse.Failure
	if code == 1213 || code == 1205 {
		kind = parse.Retry
	}
	t.add(kind, code, op, text, line, 1)
}

// add counts one trouble.
func (t *troubles) add(kind parse.Kind, code int64, op int, text []byte, line int, count int64) {
	for i := range t.list {
		have := &t.list[i]
		if have.code == code && have.op == op && have.kind == kind && have.text == string(text) {
			have.count += count
			have.last = line
			return
		}
	}
	t.list = append(t.list, trouble{kind, code, op, parse.Shown(text), line, line, count})
}

// full says that no more different ones should be added before they are
// passed on.
func (t *troubles) full() bool { return len(t.list) >= maxTroubles }

// event returns the trouble as an event at time at.
func (t *trouble) event(at float64) *parse.Event {
	ev := &parse.Event{Line: t.first, LastLine: t.last, T: at, Severity: parse.Error, Kind: t.kind, Message: t.text, Count: t.count}
	if t.kind == parse.Retry || t.kind == parse.Truncated {
		ev.Severity = parse.Warning
	}
	if t.code >= 0 {
		ev.Code = strconv.FormatInt(t.code, 10)
	}
	switch {
	case t.code == 0:
		ev.Message = "a row was not found: the tables are not loaded, or not for that many warehouses"
	case t.text == "":
		ev.Message = "an error without a text"
	}
	if t.op >= 0 {
		ev.Message = opNames[t.op] + ": " + ev.Message
	}
	return ev
}
