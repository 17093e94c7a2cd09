package mysqlcli

import (
	"maps"
	"strconv"
	"strings"
)

// mostSettings bounds what hostile input can make grow; servers have about
// 1,200 variables.
const mostSettings = 8192

// settings are the server variables that are in force.
type settings struct {
	values map[string]string
	// session holds those that SET SESSION changed, which end with the connection.
	session map[string]bool
}

func newSettings() settings {
	return settings{values: map[string]string{}, session: map[string]bool{}}
}

// show takes what the server printed.
func (s *settings) show(name, value string) bool {
	name = strings.ToLower(name)
	if !isVariable(name) || strings.Contains(name, "password") || len(s.values) >= mostSettings {
		return false
	}
	s.values[name] = value
	return true
}

// An assignment is one of a SET statement.
type assignment struct {
	name, value string
	scoped      bool // GLOBAL, SESSION or @@ stood before it: it is no variable of a procedure
	session     bool
	known       bool // the value is a plain one
}

// apply takes what a SET statement changed.
func (s *settings) apply(list []assignment) {
	for _, a := range list {
		delete(s.values, a.name)
		if a.known && s.show(a.name, a.value) && a.session {
			s.session[a.name] = true
		}
	}
}

// reconnect forgets what a new connection does not have, and after a restart
// of the server all.
func (s *settings) reconnect(restarted bool) {
	if restarted {
		*s = newSettings()
		return
	}
	for name := range s.session {
		delete(s.values, name)
	}
	clear(s.session)
}

func (s *settings) inForce() map[string]string { return maps.Clone(s.values) }

// parseSet reads a SET statement. User variables, passwords and names are left
// out, and what takes effect only when the server starts.
func parseSet(text string) []assignment {
	text = strings.TrimSpace(text[len("SET"):])
	if level, session, ok := isolation(text); ok {
		return []assignment{{name: "transaction_isolation", value: level, scoped: true, session: session, known: true}}
	}
	var list []assignment
	for _, part := range splitList(text) {
		name, value, ok := strings.Cut(part, "=")
		if !ok {
			continue
		}
		a := assignment{session: true}
		name = strings.ToLower(strings.TrimSpace(strings.TrimSuffix(name, ":")))
		name, at := strings.CutPrefix(name, "@@")
		scope, rest, ok := strings.Cut(name, ".")
		if !at {
			scope, rest, ok = strings.Cut(name, " ")
		}
		if ok {
			switch scope {
			case "global", "persist":
				a.session = false
			case "session", "local":
			default:
				continue
			}
			name = strings.TrimSpace(rest)
		}
		a.scoped = ok || at
		a.name = strings.Trim(name, "`")
		a.value, a.known = plainValue(strings.TrimSpace(value))
		if isVariable(a.name) && !strings.Contains(a.name, "password") {
			list = append(list, a)
		}
	}
	return list
}

// isolation reads "SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED".
func isolation(text string) (level string, session, ok bool) {
	words := strings.Fields(strings.ToUpper(strings.ReplaceAll(text, ",", " ")))
	session = true
	if len(words) > 0 && (words[0] == "GLOBAL" || words[0] == "SESSION" || words[0] == "LOCAL") {
		session = words[0] != "GLOBAL"
		words = words[1:]
	}
	if len(words) < 4 || words[0] != "TRANSACTION" || words[1] != "ISOLATION" || words[2] != "LEVEL" {
		return "", false, false
	}
	level = words[3]
	if len(words) > 4 && (words[4] == "COMMITTED" || words[4] == "UNCOMMITTED" || words[4] == "READ") {
		level += "-" + words[4]
	}
	return level, session, true
}

// plainValue returns a value as SHOW VARIABLES prints it, if it is a plain one and
// no expression or DEFAULT.
func plainValue(text string) (string, bool) {
	if n := len(text); n >= 2 && (text[0] == '\'' || text[0] == '"') && text[n-1] == text[0] {
		return text[1 : n-1], true
	}
	if n, ok := integer(text); ok {
		return strconv.FormatInt(n, 10), true
	}
	if strings.EqualFold(text, "DEFAULT") {
		return "", false
	}
	for i := 0; i < len(text); i++ {
		if !wordByte(text[i]) && text[i] != '.' && text[i] != '-' {
			return "", false
		}
	}
	return text, text != ""
}

// isVariable says whether a name can be one of a server variable. Those of
// status counters begin with a capital.
func isVariable(name string) bool {
	if name == "" || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	for i := 0; i < len(name); i++ {
		if !wordByte(name[i]) && name[i] != '.' {
			return false
		}
	}
	return true
}
