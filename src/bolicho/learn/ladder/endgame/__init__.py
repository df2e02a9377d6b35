"""The end of a hand, once the last card but one lies open, in a compiled kernel."""
