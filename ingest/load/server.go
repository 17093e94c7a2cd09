package load

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"

	"jitterlog/ingest/load/client"
	"jitterlog/parse/rawlog"
)

// describe asks the server what it is and how it is set.
func describe(conn *client.Conn, local bool) (*rawlog.Server, error) {
	s := &rawlog.Server{Settings: map[string]string{}}
	err := conn.Each("SHOW GLOBAL VARIABLES", func(row []string) error {
		if !secret(row[0]) {
			s.Settings[row[0]] = row[1]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.Version = s.Settings["version"]
	s.Product = "MySQL"
	if text := strings.ToLower(s.Version + s.Settings["version_comment"]); strings.Contains(text, "mariadb") {
		s.Product = "MariaDB"
	}
	if dir := s.Settings["datadir"]; local && dir != "" {
		s.Storage = storage(dir)
	}
	return s, nil
}

// secret says whether a variable's value may be a secret. A name that goes on
// after the word password is one of a setting: caching_sha2_password_digest_rounds.
func secret(name string) bool {
	name = strings.ToLower(name)
	for _, end := range []string{"password", "passwd", "pwd", "token", "encryption_key", "private_key", "filekey"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	for _, part := range []string{"secret", "credential", "sst_auth", "access_key"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// storage returns where a data directory lives: its file system and device, as
// far as Linux tells.
func storage(dir string) map[string]string {
	out := map[string]string{"datadir": dir}
	path, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return out
	}
	mounts, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return out
	}
	defer mounts.Close()
	best := ""
	for lines := bufio.NewScanner(mounts); lines.Scan(); {
		// 36 35 98:0 /root /mount rw,noatime master:1 - ext4 /dev/sda1 rw
		front, back, ok := strings.Cut(lines.Text(), " - ")
		f, b := strings.Fields(front), strings.Fields(back)
		if !ok || len(f) < 5 || len(b) < 2 {
			continue
		}
		mount := f[4]
		inside := path == mount || mount == "/" || strings.HasPrefix(path, mount+"/")
		if inside && len(mount) >= len(best) {
			best = mount
			out["mount"], out["filesystem"], out["device"] = mount, b[0], b[1]
		}
	}
	return out
}
