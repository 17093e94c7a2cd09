package ingest

import (
	"bytes"
	"io"
	"regexp"
)

const masked = "***"

// secretHints are the texts one of which every line with a secret holds. They
// are searched for in whole blocks, so that the expressions below are tried on
// few lines.
var secretHints = [][]byte{
	[]byte("ass"), []byte("ASS"), []byte("wd"), []byte("WD"), []byte("option p"), []byte("sst_auth"), []byte(" -p"),
	[]byte("DENTIFIED"), []byte("dentified"), []byte("@tcp("), []byte("@unix("), []byte("://"),
}

// secrets find passwords; what stands between the first and the second
// group is masked.
var secrets = []*regexp.Regexp{
	// tpcc-mysql prints its parameters: [pass]: secret, option p with value 'secret'
	regexp.MustCompile(`(\[pass\]:\s*)\S+()`),
	regexp.MustCompile(`(option p(?: \(.*?\))? (?:with value )?').*(')`),
	// --mysql-password=secret, password: secret, "password": "secret", MYSQL_PWD=secret
	regexp.MustCompile(`(?i)((?:\b\w+)?(?:password|passwd|mysql_pwd)"?\s*[=:]\s*["'])[^"']*(["'])`),
	regexp.MustCompile(`(?i)((?:\b\w+)?(?:password|passwd|mysql_pwd)"?\s*[=:]\s*)[^\s"'&;,)]+()`),
	// mysql -uroot -psecret, tpcc_start -u root -p secret
	regexp.MustCompile(`((?:mysql|mariadb|sysbench|mysqladmin|mysqlslap)\b.*\s-p)[^\s-]\S*()`),
	regexp.MustCompile(`(tpcc_(?:start|load)\b.*\s-p\s*)[^\s-]\S*()`),
	// IDENTIFIED BY 'secret', PASSWORD('secret')
	regexp.MustCompile(`(?i)(\bidentified\s+(?:with\s+\S+\s+)?(?:by|as|using)\s+(?:password\s*)?\(?\s*["'])[^"']*(["'])`),
	regexp.MustCompile(`(?i)(\bpassword\s*\(\s*["'])[^"']*(["'])`),
	// rows of SHOW VARIABLES whose value is a secret
	regexp.MustCompile(`(?i)(\b(?:\w*_password|wsrep_sst_auth)\s*[\t|]\s*)[^\s|]\S*()`),
	// user:secret@tcp(host), mysql://user:secret@host
	regexp.MustCompile(`([\w.%-]+:)[^\s:@/]+(@(?:tcp|unix)\()`),
	regexp.MustCompile(`(\w+://[^\s:@/]+:)[^\s@/]+(@)`),
}

// maskSecrets replaces the passwords in a block of whole lines by ***, and
// returns the block itself if it holds none.
func maskSecrets(block []byte) []byte {
	if !hasHint(block) {
		return block
	}
	out := make([]byte, 0, len(block)+64)
	for len(block) > 0 {
		n := bytes.IndexByte(block, '\n') + 1
		if n == 0 {
			n = len(block)
		}
		out = append(out, maskLine(block[:n])...)
		block = block[n:]
	}
	return out
}

func maskLine(line []byte) []byte {
	if !hasHint(line) {
		return line
	}
	for _, re := range secrets {
		line = re.ReplaceAllFunc(line, func(found []byte) []byte {
			if bytes.HasPrefix(found, []byte("Com_")) {
				return found // Com_set_password counts statements
			}
			return re.ReplaceAll(found, []byte("${1}"+masked+"${2}"))
		})
	}
	return line
}

func hasHint(b []byte) bool {
	for _, hint := range secretHints {
		if bytes.Contains(b, hint) {
			return true
		}
	}
	return false
}

// maskBlock is how much text is searched for hints at once. A line longer than
// that is masked in pieces.
const maskBlock = 1 << 20

// A maskReader masks the passwords in a text as it is read.
type maskReader struct {
	src   io.Reader
	block []byte // read from src and not yet masked
	safe  []byte // masked and not yet handed out
	err   error  // of src
}

func newMaskReader(src io.Reader) *maskReader {
	return &maskReader{src: src, block: make([]byte, 0, maskBlock)}
}

// Read implements io.Reader. An error of the source comes after all that was
// read before it.
func (r *maskReader) Read(p []byte) (int, error) {
	for len(r.safe) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.fill()
	}
	n := copy(p, r.safe)
	r.safe = r.safe[n:]
	return n, nil
}

// fill reads until the block is full and masks its whole lines; the open line
// at its end stays for the next time.
func (r *maskReader) fill() {
	open := r.block // what the last time left
	r.block = append(make([]byte, 0, maskBlock), open...)
	for len(r.block) < cap(r.block) && r.err == nil {
		var n int
		n, r.err = r.src.Read(r.block[len(r.block):cap(r.block)])
		r.block = r.block[:len(r.block)+n]
	}
	end := len(r.block)
	if i := bytes.LastIndexByte(r.block, '\n'); i >= 0 && r.err == nil {
		end = i + 1
	}
	r.safe = maskSecrets(r.block[:end])
	r.block = r.block[end:]
}
