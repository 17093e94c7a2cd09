package innodbstatus

import (
	"bytes"
	"strconv"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/timeline"
)

// transactions is what is known of the list of transactions, and of the threads
// that wait for a semaphore.
type transactions struct {
	listed  bool
	active  int
	waiting int
	oldest  float64 // seconds

	waits   int
	longest float64 // seconds
}

// trouble is what was told of the latest deadlock and foreign key error.
type trouble struct {
	deadlock, foreignKey time.Time
}

// special reads the lines of a section that no pattern can describe.
func (r *reader) special(line []byte) bool {
	c := parse.Cursor{Line: line}
	switch r.section.name {
	case "TRANSACTIONS":
		r.transaction(&c)
	case "SEMAPHORES":
		r.wait(&c)
	case "LATEST DETECTED DEADLOCK":
		r.latest(&c, &r.trouble.deadlock, "1213", "InnoDB found a deadlock and rolled one of its transactions back")
	case "LATEST FOREIGN KEY ERROR":
		r.latest(&c, &r.trouble.foreignKey, "1452", "a statement broke a foreign key")
	case "FILE I/O":
		return r.pendingIO(&c)
	case "BUFFER POOL AND MEMORY", "INDIVIDUAL BUFFER POOL INFO":
		return r.pool(&c)
	default:
		return false
	}
	return true
}

// transaction reads "---TRANSACTION 387460, ACTIVE 0 sec ..." and "LOCK WAIT 2
// lock struct(s), ...".
func (r *reader) transaction(c *parse.Cursor) {
	t := &r.list
	switch {
	case c.Literal("LIST OF TRANSACTIONS"):
		t.listed = true
	case !t.listed:
	case c.Literal("---TRANSACTION "):
		i := bytes.Index(c.Line, []byte(", ACTIVE "))
		if i < 0 {
			return // not started
		}
		t.active++
		c.Pos = i + len(", ACTIVE ")
		if c.Literal("(PREPARED) ") || c.Literal("(committing) ") {
			c.Blanks()
		}
		if s, ok := c.Int(); ok {
			t.oldest = max(t.oldest, float64(s))
		}
	case c.Literal("LOCK WAIT "):
		t.waiting++
	}
}

func (r *reader) tellTransactions() {
	if t := r.list; t.listed {
		r.value("innodb_active_transactions", "", float64(t.active))
		r.value("innodb_row_lock_current_waits", "", float64(t.waiting))
		r.value("innodb_oldest_transaction_s", "s", t.oldest)
	}
	r.list = transactions{}
}

// wait reads "--Thread 1400 has waited at buf0buf.cc line 4000 for 2.00 seconds
// the semaphore:".
func (r *reader) wait(c *parse.Cursor) {
	if !c.Literal("--Thread ") {
		return
	}
	const before = " for "
	i := bytes.LastIndex(c.Line, []byte(before))
	if i < 0 {
		return
	}
	c.Pos = i + len(before)
	if s, ok := c.Float(); ok && c.Literal(" seconds") {
		r.list.waits++
		r.list.longest = max(r.list.longest, s)
	}
}

func (r *reader) tellWaits() {
	r.value("innodb_semaphore_waits", "", float64(r.list.waits))
	if r.list.waits > 0 {
		r.value("innodb_semaphore_longest_wait_s", "s", r.list.longest)
	}
	r.list = transactions{}
}

// latest reads the time that stands above the text of a deadlock or error, which
// each report repeats.
func (r *reader) latest(c *parse.Cursor, known *time.Time, code, message string) {
	if len(c.Line) == 0 || c.Line[0]-'0' > 9 {
		return
	}
	at, ok := timeline.Server(r.in, c)
	if !ok || !at.After(*known) {
		return
	}
	*known = at
	r.event(r.in.Number(), at, parse.Warning, parse.Failure, code, message)
}

// pendingIO reads the numbers of each I/O thread, and adds them up:
//
//	Pending normal aio reads: [0, 0, 0, 0] , aio writes: [0, 0, 0, 0] ,
//	 ibuf aio reads:, log i/o's:, sync i/o's:
func (r *reader) pendingIO(c *parse.Cursor) bool {
	if r.aio {
		r.aio = false
		c.Blanks()
		return c.Literal("ibuf aio reads:")
	}
	if !c.Literal("Pending normal aio reads:") {
		return false
	}
	reads := pendingSum(c)
	for !c.Literal("aio writes:") {
		if c.Pos == len(c.Line) {
			return false
		}
		c.Pos++
	}
	r.value("innodb_data_pending_reads", "", reads)
	r.value("innodb_data_pending_writes", "", pendingSum(c))
	r.aio = true
	return true
}

// pendingSum takes " 3 [1, 2]" or " [1, 2]".
func pendingSum(c *parse.Cursor) float64 {
	c.Blanks()
	total, printed := c.Float()
	c.Blanks()
	sum := 0.0
	if c.Byte('[') {
		for {
			c.Blanks()
			n, ok := c.Float()
			if !ok {
				break
			}
			sum += n
			c.Byte(',')
		}
	}
	if printed && total == total {
		return total
	}
	return sum
}

// pool reads "---BUFFER POOL 3", whose figures follow.
func (r *reader) pool(c *parse.Cursor) bool {
	if !c.Literal("---BUFFER POOL ") {
		return false
	}
	n, ok := c.Int()
	r.sample.Object = "buffer pool " + strconv.FormatInt(n, 10)
	return ok
}
