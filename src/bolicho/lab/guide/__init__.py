"""How to play truco well: a guide for people, whose every number is a fact made by commands of the house."""
