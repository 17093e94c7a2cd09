package load

import "syscall"

// available returns how many bytes a user may still write to the file system
// that holds dir.
func available(dir string) (bytes uint64, ok bool) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return 0, false
	}
	return fs.Bavail * uint64(fs.Bsize), true
}
