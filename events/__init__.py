"""Facts, and where they are kept."""
