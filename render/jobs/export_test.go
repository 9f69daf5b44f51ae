package jobs

// Keys makes texts that differ names that differ.
var Keys = uniqueKeys
