package sandbox

import (
	"os"
	"os/exec"
	"runtime"
)

// process is a child in a process group of its own, so that a Ctrl-C on the terminal reaches the
// client alone, which then ends the child in its own time.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it ended
	err  error         // how it ended; valid after done
}

// spawn starts a program with its output appended to log.
func spawn(path string, args []string, dir string, log *os.File) (*process, error) {
	p := &process{cmd: exec.Command(path, args...), done: make(chan struct{})}
	p.cmd.Dir = dir
	p.cmd.Stdout, p.cmd.Stderr = log, log
	p.cmd.SysProcAttr = childAttr()
	started := make(chan error)
	go func() {
		// Linux kills the child when the THREAD that started it ends, so that thread has to stay.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

func (p *process) running() bool {
	if p == nil {
		return false
	}
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// kill ends the child and waits for its end. It may have ended already.
func (p *process) kill() {
	if p != nil {
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}
