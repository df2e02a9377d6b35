"""Moral et al.: agents that learn cases by retention, substitution, random play and tutoring."""
