package ingest

import (
	"bytes"
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
	regexp.MustCompile(`(?i)((?:password|passwd|mysql_pwd)"?\s*[=:]\s*["'])[^"']*(["'])`),
	regexp.MustCompile(`(?i)((?:password|passwd|mysql_pwd)"?\s*[=:]\s*)[^\s"'&;,)]+()`),
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
		line = re.ReplaceAll(line, []byte("${1}"+masked+"${2}"))
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
