"""From cases to a move: reuse policies, votes, revision."""
