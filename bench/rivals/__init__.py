"""Alternatives that people would choose instead, compared with us."""
