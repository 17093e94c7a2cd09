package ingest

import "sync"

// progress counts what is done, for whoever draws it.
type progress struct {
	mu   sync.Mutex
	done int64
	all  int64
}

func (p *progress) add(bytes int64, tell func(done, all int64)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += bytes
	if tell != nil {
		tell(p.done, p.all)
	}
}
