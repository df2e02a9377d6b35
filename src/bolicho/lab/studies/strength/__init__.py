"""How strong every agent is: wins, exploitability, time."""
