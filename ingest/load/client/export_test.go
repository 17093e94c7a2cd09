package client

const YieldPeriod = yieldPeriod
