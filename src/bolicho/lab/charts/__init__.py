"""Charts of what was learned: heat maps, elbows, growth."""
