"""Figures for Prometheus: what is counted (families.py), how (tallies.py), and how they are read (exposition.py)."""
