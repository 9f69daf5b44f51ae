package watch

// Gather is gather.
var Gather = gather
