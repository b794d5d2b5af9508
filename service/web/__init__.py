"""The web edge: Flask routes, schemas, error handlers, identity, limits and live streams."""
