"""A small protocol for tests: three rivals that think quickly, short matches."""

SMALL = """
name = "small"
game = "truco"
agents = ["random", "novice", "sound"]
people = 6

[options]
target = 6

[title]
pt-BR = "Três adversários"
en = "Three opponents"

[about]
pt-BR = "Três partidas."
en = "Three matches."

[consent]
pt-BR = "Aceito participar."
en = "I agree to take part."
"""
