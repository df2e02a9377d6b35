"""Paulus: case-based players of Truco with clusters and twenty reuse policies."""
