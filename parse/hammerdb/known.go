package hammerdb

import (
	"bytes"

	"jitterlog/parse"
)

// vuserNoise lists the beginnings of what virtual users print that says nothing
// that is kept.
var vuserNoise = [...]string{
	"RUNNING", "Processing ", "Rampup ", "Assigned ", "Assigning ", "VU ",
	"Start Snapshot ", "End Snapshot ", "Test complete: view report ", "Initializing ", "Connecting to ", "Connection established", "Connected to ",
	"Ssl_cipher", "ssl_cipher", "SSL ", "Checkpoint", "Vacuum", "Instance ", "Primary Status", "Purge ", "Waiting for Purge", "Purging ",
	// time profile
	"Gathering timing data ", "Calculating timings", "Writing timing data to ", "+-", "Time Profile",
	// asynchronous clients
	"keytime:", "thinktime:", "vuser", "Started asynchronous ", "Logged on ", "Async",
	// each transaction of a driver without a timed test
	"new order", "payment", "delivery", "stock level", "order status",
	// building and deleting the schema
	"Monitor Thread", "Worker Thread", "Waiting for Monitor Thread", "Monitoring Workers", "Workers: ", "Loading ", "Start:", "End:",
	"Generating ", "Opened File ", "Closed File ", "CREATING ", "Creating ", "CREATED ", "Item done", "Items done", "Orders Done",
	"Customer Done", "Stock done", "District done", "Orders done", "Customer done", "GATHERING SCHEMA STATISTICS", "Gathering ", "No Warehouses to Create",
	"DELETING ", "Deleting ", "DROPPING ", "Dropping ", "CHECKING ", "Checking ",
	// TPROC-H
	"Executing Query ", "query ", "Geometric mean ", "New Sales refresh", "Old Sales refresh", "Verbose ",
}

func isVuserNoise(text []byte) bool { return hasAny(text, vuserNoise[:]) }

// isProgress says whether a text is "3  ...,", the minutes of a test so far.
func isProgress(text []byte) bool {
	c := parse.Cursor{Line: text}
	if _, ok := c.Int(); !ok {
		return false
	}
	c.Blanks()
	return c.Literal("...,") && c.End()
}

// output lists the beginnings of what the command line prints around them.
var output = [...]string{
	"HammerDB CLI v", "HammerDB GUI", "Copyright (C) ", "Type \"help\" ", "The xml is well-formed", "Initialized ", "Initializing ", "Loaded ",
	"Database set to ", "Benchmark set to ", "Value ", "Clearing Script", "Script cleared", "Script loaded", "SETTING CONFIGURATION",
	"TPC-C Driver Script", "TPROC-C Driver Script", "TPROC-H Driver Script", "SEQUENCE STARTED", "TEST SEQUENCE COMPLETE",
	"Logging activated", "to /", "to C:", "TX Logging activated", "Transaction Counter ", "Closed Transaction Counter Log",
	"Timer: ", "runtimer returned ", "vudestroy success", "vudestroy ", "Destroying Virtual Users", "Virtual Users Destroyed", "Virtual Users = ",
	"User Delay(ms) = ", "Repeat Delay(ms) = ", "Iterations = ", "Show Output = ", "Log Output = ", "Unique Log Name = ",
	"No Log Buffer = ", "Log Timestamps = ", "true", "false", "Stopping Transaction Counter", "Warning: ", "Building ", "Ready to create ", "Jobid has no ",
	"Jobs are ", "Disabling jobs ", "tclpy", "Vuser:", "DRIVER SCRIPT", "TEST COMPLETE", "Wait for ", "HammerDB Metric",
}

func isOutput(b []byte) bool {
	if hasAny(b, output[:]) {
		return true
	}
	c := parse.Cursor{Line: b}
	if c.Literal("Vuser ") {
		_, ok := c.Int()
		return ok && c.Literal(" created ")
	}
	// "1 = RUNNING", "0 Virtual Users created", "4 VU TEST"
	_, ok := c.Int()
	return ok && (c.Literal(" = ") || c.Literal(" Virtual Users ") || c.Literal(" VU TEST"))
}

// commands are what a user types at the prompt.
var commands = [...]string{
	"vu", "tc", "print ", "dbset ", "diset ", "giset ", "loadscript", "clearscript", "buildschema", "deleteschema", "checkschema",
	"source ", "runtimer ", "waittocomplete", "jobs", "job ", "metset ", "metstart", "metstop", "metstatus", "keepalive", "quit", "exit",
	"puts ", "set ", "foreach ", "customscript ", "savescript ", "datagenrun", "dgset ", "librarycheck", "steprun", "switchmode", "wsport", "help",
}

func isCommand(b []byte) bool { return hasAny(b, commands[:]) }

func hasAny(b []byte, prefixes []string) bool {
	for _, prefix := range prefixes {
		if bytes.HasPrefix(b, []byte(prefix)) {
			return true
		}
	}
	return false
}
