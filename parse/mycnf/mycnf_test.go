package mycnf

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func files(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("../../testdata/mycnf/*.cnf")
	if err != nil || len(paths) < 2 {
		t.Fatalf("%d files: %v", len(paths), err)
	}
	found := map[string][]byte{}
	for _, path := range paths {
		if found[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func dump(w io.Writer, in io.Reader) {
	for rec, err := range read(parse.NewLines(in)) {
		if err != nil {
			fmt.Fprintf(w, "NOT UNDERSTOOD %v\n", err)
			continue
		}
		s := rec.(*parse.Setting)
		fmt.Fprintf(w, "%d: %s = %s\n", s.Line, s.Name, s.Value)
	}
}

func TestGolden(t *testing.T) {
	for name, text := range files(t) {
		golden := filepath.Join("testdata", "golden", name+".golden")
		for _, reader := range []func(io.Reader) io.Reader{
			func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader,
		} {
			var got bytes.Buffer
			dump(&got, reader(bytes.NewReader(text)))
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("%s: got\n%s\nwant\n%s", name, got.String(), want)
			}
			if strings.Contains(got.String(), "secret") {
				t.Errorf("%s: a password is a setting", name)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	for text, want := range map[string]parse.Match{
		string(files(t)["small.cnf"]):                     {Score: parse.Certain, Line: 1},
		string(files(t)["full.cnf"]):                      {Score: parse.Likely, Line: 10},
		"\n[mysqld-8.0]\nport=1\n":                        {Score: parse.Certain, Line: 2},
		"[client]\nport=1\n":                              {},
		"[mysqld]\n[client]\nport=1\n":                    {},
		"[mysqld_safe]\nnice=1\n":                         {},
		"[ 1s ] thds: 8 tps: 1469.16\n":                   {},
		"[mysqld]\nport=1\n[0] sc:8 lt:8\nwhat is this\n": {},
		"port = 1\n":                                      {},
		"[Unit]\nDescription=MySQL\n[Service]\nUser=m\n":  {},
	} {
		if got := match(bytes.Split([]byte(text), []byte("\n"))); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range files(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		match(bytes.Split(data, []byte("\n")))
		var whole, bytewise bytes.Buffer
		dump(&whole, bytes.NewReader(data))
		for rec, err := range read(parse.NewLines(bytes.NewReader(data))) {
			if err != nil {
				continue
			}
			s := rec.(*parse.Setting)
			if s.Name == "" || s.Line < 1 || strings.Contains(s.Name, "password") && !strings.HasPrefix(s.Name, "!") && s.Value != "***" {
				t.Fatalf("%+v", s)
			}
		}
		if len(data) > 4096 {
			return
		}
		if dump(&bytewise, iotest.OneByteReader(bytes.NewReader(data))); whole.String() != bytewise.String() {
			t.Fatal("records depend on how the source is read")
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := append([]byte("[mysqld]\n"), bytes.Repeat([]byte("innodb-flush-log-at-trx-commit = 2   # flush\n"), 10000)...)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range read(parse.NewLines(bytes.NewReader(text))) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
