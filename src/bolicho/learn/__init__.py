"""What agents learn and reason with; game-agnostic wherever it can be."""
