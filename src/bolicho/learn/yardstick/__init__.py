"""The yardstick: how many points a hand an opponent who knows an agent's strategy would win from it.

``asking.py`` gets probabilities out of any agent; ``faces.py`` says which hands it may hold and what of them is seen;
``walk.py`` walks the public tree for one hand of the responder; ``ladder.py`` fills a whole table of the ladder game,
which one compiled best response then judges; ``measure.py`` puts hands and seats together. Method: shared spec
"Strength in Truco", section Yardstick; see docs/exploit.md.
"""
