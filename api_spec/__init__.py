"""The OpenAPI document, generated from the code that serves it."""
