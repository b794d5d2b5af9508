"""HTTP, and nothing that knows a rule."""
