"""What comes in and what goes out. Incoming bodies are loaded with these; outgoing ones document the API."""
