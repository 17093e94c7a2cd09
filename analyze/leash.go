package analyze

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A RefusedError is a statement that users may not run: it does more than read
// the tables of the history.
type RefusedError struct {
	Reason string
	Hint   string // what to do instead, or empty
}

func (e *RefusedError) Error() string { return e.Reason }

func refuse(format string, args ...any) error {
	return &RefusedError{Reason: fmt.Sprintf(format, args...)}
}

// The leash reads the syntax tree that DuckDB itself makes of a statement, and
// admits what it knows: every kind of node, table and table function that is not
// listed below is refused. DuckDB makes a tree of reading statements only.
var (
	// UserTables are the tables that users may read.
	UserTables = []string{"runs", "intervals", "samples", "events", "histograms", "headline", "warnings"}

	// tableFunctions make rows from their arguments alone.
	tableFunctions = []string{"unnest", "range", "generate_series"}

	// plainNodes are the nodes that do nothing but hold others.
	plainNodes = []string{
		"JOIN", "SUBQUERY", "EMPTY", "EXPRESSION_LIST", "PIVOT",
		"ORDER_MODIFIER", "LIMIT_MODIFIER", "LIMIT_PERCENT_MODIFIER", "DISTINCT_MODIFIER",
		"ORDER_DEFAULT", "ASCENDING", "DESCENDING",
		"DECIMAL_TYPE_INFO", "LIST_TYPE_INFO", "STRUCT_TYPE_INFO", "ARRAY_TYPE_INFO",
		"ENUM_TYPE_INFO", "STRING_TYPE_INFO", "USER_TYPE_INFO",
	}

	// expressions are the classes of expressions; FUNCTION and WINDOW name a
	// function, which is looked at.
	expressions = []string{
		"BETWEEN", "CASE", "CAST", "COLLATE", "COLUMN_REF", "COMPARISON", "CONJUNCTION", "CONSTANT",
		"FUNCTION", "LAMBDA", "OPERATOR", "POSITIONAL_REFERENCE", "STAR", "SUBQUERY", "WINDOW",
	}
)

// refusedFunction reports whether a scalar or aggregate function does more than
// compute from its arguments: it tells of the machine, the catalog or the
// settings, runs SQL of its own, or keeps state. All other functions of this
// DuckDB are in testdata/functions.golden.
func refusedFunction(name string) bool {
	switch name {
	case "getenv", "current_setting", "getvariable",
		"json_execute_serialized_sql", "json_serialize_plan", "json_serialize_sql", "json_deserialize_sql",
		"nextval", "currval", "setseed", "txid_current",
		"stats", "which_secret", "get_block_size",
		"obj_description", "col_description", "shobj_description", "map_to_pg_oid",
		"query", "query_table", "read_text", "read_blob", "glob", "sniff_csv":
		return true
	case "pg_typeof":
		return false
	}
	for _, prefix := range []string{"pg_", "inet_", "duckdb_", "pragma_", "read_", "parquet_", "__internal"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// check refuses a statement that does not stay on the leash.
func (db *DB) check(ctx context.Context, statement string) error {
	var text string
	err := db.sql.QueryRowContext(ctx,
		`SELECT CAST(json_serialize_sql(CAST(? AS VARCHAR), skip_null := true, skip_empty := true) AS VARCHAR)`,
		statement).Scan(&text)
	if err != nil {
		return fmt.Errorf("read the query: %w", err)
	}
	var tree struct {
		Error      bool             `json:"error"`
		Type       string           `json:"error_type"`
		Message    string           `json:"error_message"`
		Position   string           `json:"position"` // of a syntax error, in bytes from 0
		Statements []map[string]any `json:"statements"`
	}
	// Numbers stay text: locations in the query are up to 2^64-1.
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil {
		return fmt.Errorf("read the query: %w", err)
	}
	switch {
	case tree.Error && tree.Type == "not implemented":
		return unreadable(statement, tree.Message)
	case tree.Error:
		return errors.New(place(statement, tree.Position) + firstLine(tree.Message))
	case len(tree.Statements) == 0:
		return refuse("the query is empty")
	case len(tree.Statements) > 1:
		return refuse("%d statements; give one at a time", len(tree.Statements))
	}
	return visit(tree.Statements[0], nil)
}

// unreadable says why DuckDB makes no tree of a statement.
func unreadable(statement, message string) error {
	if !strings.Contains(message, "Only SELECT") {
		return errors.New(firstLine(message))
	}
	e := &RefusedError{Reason: "only queries that read are allowed (SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE)"}
	// PIVOT makes a statement of several, also deep inside a query, so the word is
	// looked for. It decides nothing but the hint.
	if slices.Contains(strings.FieldsFunc(strings.ToLower(statement), notInWord), "pivot") {
		e.Reason = "a PIVOT that finds its columns by itself cannot be checked, so it is not allowed"
		e.Hint = "name the columns: FROM t PIVOT (sum(x) FOR k IN ('a', 'b')), or use sum(x) FILTER (k = 'a'); or export the tables and use duckdb"
	}
	return e
}

// place is "query:line:column: ", or nothing where the position is not known.
func place(statement, position string) string {
	at, err := strconv.Atoi(position)
	if err != nil || at < 0 || at > len(statement) {
		return ""
	}
	before := statement[:at]
	return fmt.Sprintf("query:%d:%d: ", 1+strings.Count(before, "\n"), at-strings.LastIndexByte(before, '\n'))
}

func notInWord(r rune) bool {
	return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// scope is the names of the common table expressions that a part of the query can see.
type scope []string

func (s scope) with(name string) scope {
	return append(slices.Clip(s), strings.ToLower(name))
}

func (s scope) without(name string) scope {
	return slices.DeleteFunc(slices.Clone(s), func(n string) bool { return strings.EqualFold(n, name) })
}

// visit walks a part of the tree. Keys are DuckDB's, only values are the user's.
func visit(part any, ctes scope) error {
	switch part := part.(type) {
	case []any:
		for _, p := range part {
			if err := visit(p, ctes); err != nil {
				return err
			}
		}
	case map[string]any:
		if class, ok := part["class"].(string); ok {
			return visitExpression(class, part, ctes)
		}
		if kind, ok := part["type"].(string); ok {
			return visitNode(kind, part, ctes)
		}
		return visitParts(part, ctes)
	}
	return nil
}

// visitParts visits all that a node holds, except the keys named.
func visitParts(node map[string]any, ctes scope, except ...string) error {
	for key, part := range node {
		if slices.Contains(except, key) {
			continue
		}
		if err := visit(part, ctes); err != nil {
			return err
		}
	}
	return nil
}

func visitExpression(class string, node map[string]any, ctes scope) error {
	switch {
	case class == "PARAMETER":
		return refuse("the query has a parameter ($ or ?), and there is no value for it")
	case !slices.Contains(expressions, class):
		return refuse("expressions of the kind %s are not allowed", class)
	case class == "FUNCTION" || class == "WINDOW":
		name, _ := node["function_name"].(string)
		if name == "" || refusedFunction(strings.ToLower(name)) {
			return refuse("the function %s is not allowed", name)
		}
	}
	return visitParts(node, ctes)
}

func visitNode(kind string, node map[string]any, ctes scope) error {
	name, _ := node["table_name"].(string)
	switch kind {
	case "SELECT_NODE", "SET_OPERATION_NODE", "CTE_NODE", "RECURSIVE_CTE_NODE":
		return visitQuery(kind, node, ctes)
	case "BASE_TABLE":
		if err := checkTable(node, name, ctes); err != nil {
			return err
		}
	case "SHOW_REF": // of a table by its name, or of a query
		if bare := strings.ToLower(strings.Trim(name, `"`)); name != "" && bare != "tables" && !slices.Contains(UserTables, bare) {
			return refuse("no table %s; there are %s", bare, strings.Join(UserTables, ", "))
		}
	case "TABLE_FUNCTION":
		function, _ := node["function"].(map[string]any)
		name, _ := function["function_name"].(string)
		if !slices.Contains(tableFunctions, strings.ToLower(name)) {
			return refuse("the table function %s is not allowed; there are %s", name, strings.Join(tableFunctions, ", "))
		}
	default:
		if !slices.Contains(plainNodes, kind) {
			return refuse("queries with a part of the kind %s are not allowed", kind)
		}
	}
	return visitParts(node, ctes)
}

// visitQuery visits a query with the common table expressions that it brings.
func visitQuery(kind string, node map[string]any, ctes scope) error {
	ctes, err := visitCTEs(node, ctes)
	if err != nil {
		return err
	}
	name, _ := node["cte_name"].(string)
	switch kind {
	case "CTE_NODE": // the query is the body of the expression, the child sees it
		if err := visit(node["query"], ctes.without(name)); err != nil {
			return err
		}
		return visitParts(node, ctes.with(name), "cte_map", "query")
	case "RECURSIVE_CTE_NODE": // its right side sees the expression itself
		if err := visit(node["left"], ctes); err != nil {
			return err
		}
		return visitParts(node, ctes.with(name), "cte_map", "left")
	}
	return visitParts(node, ctes, "cte_map")
}

// visitCTEs visits the common table expressions of a node and returns the
// scope of what follows them. None sees itself or those behind it: DuckDB takes
// such a name for a file.
func visitCTEs(node map[string]any, ctes scope) (scope, error) {
	ctemap, _ := node["cte_map"].(map[string]any)
	entries, _ := ctemap["map"].([]any)
	for _, e := range entries {
		entry, _ := e.(map[string]any)
		name, _ := entry["key"].(string)
		if strings.ContainsAny(name, `./\*?[:`) {
			return nil, refuse("the name %q in WITH could be a file's; use letters, digits and _", name)
		}
		if err := visit(entry["value"], ctes); err != nil {
			return nil, err
		}
		ctes = ctes.with(name)
	}
	return ctes, nil
}

func checkTable(node map[string]any, name string, ctes scope) error {
	schema, _ := node["schema_name"].(string)
	catalog, _ := node["catalog_name"].(string)
	bare := strings.ToLower(name)
	if schema == "" && catalog == "" && slices.Contains(ctes, bare) {
		return nil
	}
	ours := slices.Contains(UserTables, bare) &&
		(schema == "" || strings.EqualFold(schema, "main")) &&
		(catalog == "" || strings.EqualFold(catalog, "memory"))
	if !ours {
		if schema != "" {
			name = schema + "." + name
		}
		return refuse("no table %s; there are %s", name, strings.Join(UserTables, ", "))
	}
	return nil
}
