"""Games made of texts: a race to the other side, and a flying row."""

CROSSING = """\
# Crossing: each side wants to stand where the other began.
name = "crossing"
family = "reaching"
source = "made up for these tests"

[title]
en = "Crossing"
pt-BR = "Travessia"

[points]
a2 = [0, 1]
b2 = [1, 1]
c2 = [2, 1]
a1 = [0, 0]
b1 = [1, 0]
c1 = [2, 0]

[board]
paths = ["a2-b2-c2", "a1-b1-c1", "a2-a1", "b2-b1", "c2-c1"]

[start]
first = ["a2", "a1"]
second = ["c2", "c1"]

[rules]
moves = ["slide"]
goal = "reach"
targets = [["c2", "c1"], ["a2", "a1"]]
draw = "position-three-times"
"""

FLYING = """\
name = "flying-three"
source = "made up for these tests"
family = "alignment"

[points]
a = [0, 0]
b = [1, 0]
c = [2, 0]
d = [0, 1]
e = [1, 1]
f = [2, 1]

[board]
paths = ["a-b-c", "d-e-f", "a-d", "b-e", "c-f"]
lines = ["a-b-c", "d-e-f"]

[start]
first = ["a", "b", "f"]
second = ["d", "e"]

[rules]
moves = ["fly"]
goal = "line"
"""


def row_of_three(name: str, moves: str) -> str:
    """A board of three points in a row, with a piece at each end; whoever cannot move loses."""
    return f"""
name = "{name}"
source = "made up for these tests"
[points]
a = [0, 0]
b = [1, 0]
c = [2, 0]
[board]
paths = ["a-b-c"]
[start]
first = ["a"]
second = ["c"]
[rules]
moves = {moves}
goal = "block"
"""
