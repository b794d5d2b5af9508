-- Where a match stands, whether it is archived or not. Writes nothing.
--
-- KEYS: 1 head  2 register of matches
-- ARGV: 1 match
--
-- Replies: {version, frontier, version of the archive, object that holds it, its line in the register}, nil for what
--          there is not (known_head.lua).

local head, line = known_head(KEYS[1], KEYS[2], ARGV[1])
return {head[1], head[2], head[3], head[4], line}
