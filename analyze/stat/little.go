package stat

// Little compares a run with Little's law (Little 1961, "A proof for the
// queuing formula L = lambda W"): in a closed loop without think time the
// threads busy are rate x latency. It returns rate x latency / threads, the
// latency being the mean in milliseconds, and whether that lies in 0.9 to 1.1.
// A ratio far from 1 says that rate, latency or threads are not what they seem:
// another operation, another clock, think time, idle threads.
// Without threads, or with a NaN, the ratio is NaN and does not hold.
func Little(threads, rate, latencyMS float64) (ratioToThreads float64, holds bool) {
	r := ratio(rate*latencyMS/1000, threads)
	return r, r >= 0.9 && r <= 1.1
}
