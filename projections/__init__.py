"""What the facts add up to; nothing here writes a fact."""
