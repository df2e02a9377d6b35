"""What a score is worth: the chance to win the match over (points lacking, points lacking, mão)."""
