package directives

// Known are all directives but `$match`, Shareable those that may share a map.
var (
	Known     = known
	Shareable = shareable
)
