"""What a table of situations plays in the ladder game, so that it can be measured exactly."""
