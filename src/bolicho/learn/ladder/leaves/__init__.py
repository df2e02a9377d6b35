"""What the ends of the ladder game are worth, with card removal, in a compiled kernel."""
