"""What rows say: standings, ratings, comparisons, each with its interval."""
