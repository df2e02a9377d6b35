"""Clusters of cases, and how many there should be."""
