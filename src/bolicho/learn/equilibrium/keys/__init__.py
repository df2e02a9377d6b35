"""Keys of situations, compiled."""
