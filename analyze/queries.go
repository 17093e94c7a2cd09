package analyze

import (
	"path"
	"strings"
)

// A NamedQuery is a query that comes with the program.
type NamedQuery struct {
	Name  string
	About string // one line
	SQL   string
}

// NamedQueries returns all of them, sorted by name: the files of sql/queries,
// whose first line is a comment that says what they are about.
func NamedQueries() []NamedQuery {
	const dir = "sql/queries"
	files, err := sqlFiles.ReadDir(dir)
	if err != nil {
		panic(err) // they are part of the program
	}
	queries := make([]NamedQuery, 0, len(files))
	for _, f := range files {
		script := embedded(path.Join("queries", f.Name()))
		about, _, _ := strings.Cut(strings.TrimPrefix(script, "-- "), "\n")
		queries = append(queries, NamedQuery{strings.TrimSuffix(f.Name(), ".sql"), about, script})
	}
	return queries
}

// FindQuery returns the query of that name.
func FindQuery(name string) (NamedQuery, error) {
	var names []string
	for _, q := range NamedQueries() {
		if q.Name == name {
			return q, nil
		}
		names = append(names, q.Name)
	}
	return NamedQuery{}, usage("no query is named %q; there are %s", name, strings.Join(names, ", "))
}
