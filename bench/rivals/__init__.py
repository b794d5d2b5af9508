"""What people would pick instead, measured beside us."""
