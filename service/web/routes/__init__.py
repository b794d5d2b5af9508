"""One file per group of the API: parse, call, present."""
