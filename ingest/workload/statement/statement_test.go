package statement

import (
	"database/sql/driver"
	"testing"

	"jitterlog/ingest/load"
	"jitterlog/ingest/sandbox/sandboxtest"
)

func TestWriteFillsValuesIn(t *testing.T) {
	s := &Statement{pieces: []string{"INSERT t VALUES (", ", ", ", ", ", ", ", '?')"},
		Args: []driver.Value{int64(-5), 0.25, nil, []byte(`a'b\c`)}}
	const want = `INSERT t VALUES (-5, 0.25, NULL, 'a\'b\\c', '?')`
	for range 2 { // the buffer is used again
		if got := s.write(); got != want {
			t.Errorf("write() = %s, want %s", got, want)
		}
	}
	s = &Statement{pieces: []string{"SELECT ", ""}, Args: []driver.Value{"é"}}
	if got := s.write(); got != "SELECT 'é'" {
		t.Errorf("write() = %s", got)
	}
}

// TestBothModesDoTheSame inserts odd values in both protocols and has the server compare the rows.
func TestBothModesDoTheSame(t *testing.T) {
	server := sandboxtest.Start(t, nil)
	conn := sandboxtest.Connect(t, server)
	if _, err := conn.Exec("CREATE TABLE t (i BIGINT, d DOUBLE, s VARBINARY(100), q VARCHAR(9))"); err != nil {
		t.Fatal(err)
	}
	rec := &load.Recorder{}
	for _, mode := range []Mode{Prepared, Text} {
		s, err := NewPieces(conn, mode, []string{"INSERT INTO t VALUES (", ",", ",", ",'?')"})
		if err != nil {
			t.Fatal(err)
		}
		text := []byte("overwritten")
		s.Args[2] = text
		for _, v := range []string{`it's a \ "day"`, "né\x00\xff\r\n;--"} {
			text = append(text[:0], v...)
			s.Args[0], s.Args[1], s.Args[2] = int64(1)<<62, 1.0/3, text
			if err := s.Exec(rec); err != nil {
				t.Fatal(err)
			}
		}
	}
	var got []string
	if err := conn.Each("SELECT COUNT(*),COUNT(DISTINCT i,d,s,q),MAX(q) FROM t", func(c []string) error {
		got = append(got, c...)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0] != "4" || got[1] != "2" || got[2] != "?" {
		t.Errorf("rows, different rows, q = %v, want 4 2 ?", got)
	}
	if _, err := New(conn, Prepared, "SELECT no_such_column FROM t"); err == nil {
		t.Error("a statement that is wrong was prepared")
	}
	// The server can execute USE, but not prepare it.
	use, err := New(conn, Prepared, "USE mysql")
	if err != nil {
		t.Fatal(err)
	}
	if err := use.Exec(rec); err != nil {
		t.Fatal(err)
	}
}
