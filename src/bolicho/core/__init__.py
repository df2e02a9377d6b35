"""What a game, a state, a view, an agent, a decision and a record are; chance, registry, errors, words."""
