"""What runs: the supervisor, gunicorn, the embedded Redis, background work and bots."""
