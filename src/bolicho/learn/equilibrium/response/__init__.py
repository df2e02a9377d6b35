"""How much a responder who knows the strategy wins from it."""
