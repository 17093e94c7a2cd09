package insert

import (
	"context"
	"database/sql/driver"
	"math/rand/v2"
	"strings"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/workload/statement"
)

// A single is a workload whose events are one INSERT of one row each.
type single struct {
	until                        Until
	name, table, definition, sql string
	mode                         statement.Mode
	texts                        int                                                 // arguments that are random strings, the last ones
	draw                         func(r *rand.Rand, args []driver.Value, t [][]byte) // the values of a row, in buffers t
}

// newRows is one row a statement, each its own transaction: eleven short strings.
func newRows(o Options) *single {
	const columns = 11
	names := make([]string, columns)
	for i := range names {
		names[i] = "c" + string(rune('a'+i)) + " VARCHAR(32)"
	}
	return &single{
		name: "insert-rows", table: "insert_rows", mode: o.Mode, texts: columns,
		definition: "(id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, " + strings.Join(names, ", ") + ")" + o.suffix(),
		sql:        "INSERT INTO insert_rows VALUES (NULL" + strings.Repeat(",?", columns) + ")",
		draw: func(r *rand.Rand, args []driver.Value, t [][]byte) {
			for i := range t {
				t[i] = letters(r, t[i], 4+r.IntN(13))
				args[i] = t[i]
			}
		},
	}
}

// newKnee is random rows of 500 bytes and entries in three secondary indexes, whose pages are hit
// at random: the rate breaks when they no longer fit into the buffer pool.
func newKnee(o Options) *single {
	lengths := []int{50, 250, 700}
	return &single{
		until: o.Until, name: "insert-knee", table: "insert_knee", mode: o.Mode, texts: len(lengths),
		definition: "(id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, n1 INT, n2 INT, n3 INT, s1 VARCHAR(50), s2 VARCHAR(250), s3 VARCHAR(700), " +
			"KEY by_n1 (n1), KEY by_n2 (n2), KEY by_s1_n3 (s1, n3))" + o.suffix(),
		sql: "INSERT INTO insert_knee VALUES (NULL,?,?,?,?,?,?)",
		draw: func(r *rand.Rand, args []driver.Value, t [][]byte) {
			for i := range 3 {
				args[i] = int64(r.Int32())
			}
			for i, most := range lengths {
				t[i] = letters(r, t[i], 1+r.IntN(most))
				args[3+i] = t[i]
			}
		},
	}
}

// letters writes n random letters and digits into b.
func letters(r *rand.Rand, b []byte, n int) []byte {
	const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
	b = b[:0]
	for len(b) < n {
		// Six bits each.
		for u, i := r.Uint64(), 0; i < 10 && len(b) < n; i++ {
			b = append(b, alphabet[u&63])
			u >>= 6
		}
	}
	return b
}

// Name is the workload's name.
func (s *single) Name() string { return s.name }

// Ops is insert.
func (s *single) Ops() []load.Op { return []load.Op{operation} }

// Prepare makes the table, empty.
func (s *single) Prepare(ctx context.Context, connect load.Connect, progress func(done, total int64)) error {
	if err := create(ctx, connect, s.table, s.definition); err != nil {
		return err
	}
	progress(1, 1)
	return nil
}

// Cleanup drops the table.
func (s *single) Cleanup(ctx context.Context, conn *client.Conn) error {
	return drop(ctx, conn, "TABLE IF EXISTS "+s.table)
}

// NewWorker makes a worker.
func (s *single) NewWorker(env load.WorkerEnv) (load.Worker, error) {
	return &singleWorker{single: s, rand: env.Rand, args: make([]driver.Value, strings.Count(s.sql, "?")), texts: make([][]byte, s.texts)}, nil
}

type singleWorker struct {
	*single
	rand   *rand.Rand
	args   []driver.Value // the row, which outlives the connection
	texts  [][]byte
	insert *statement.Statement
}

// Connect prepares the INSERT.
func (w *singleWorker) Connect(conn *client.Conn) (err error) {
	if w.insert, err = statement.New(conn, w.mode, w.sql); err != nil {
		return missing(err)
	}
	w.insert.Args = w.args
	return nil
}

// Next draws a row; another try inserts the same.
func (w *singleWorker) Next() int {
	w.draw(w.rand, w.args, w.texts)
	return 0
}

// Do inserts it.
func (w *singleWorker) Do(rec *load.Recorder) error { return w.insert.Exec(rec) }
