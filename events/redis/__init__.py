"""The Redis store: one file for each thing kept, one Lua file for each script. Nothing else imports redis."""
