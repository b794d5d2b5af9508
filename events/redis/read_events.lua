-- Events from stream and archive as they are at one moment: a match may be put into its archive meanwhile.
-- KEYS: 1 stream  2 archive   ARGV: 1 first id  2 last id

return {redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[2]), redis.call('GET', KEYS[2])}
