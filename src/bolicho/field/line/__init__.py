"""Programs in any language at our table: one JSON object a line, over standard input and output (docs/field/line.md).

``line:COMMAND`` is an agent that asks a program: ``bolicho match truco "line:node bot.js" sound``. ``bolicho
line AGENT`` is the other end: an agent of ours as such a program.
"""

from bolicho.field.line.agent import LineAgent

__all__ = ["LineAgent"]
