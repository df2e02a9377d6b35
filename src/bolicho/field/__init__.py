"""At home in the field: our games and agents where others work, and theirs at our table.

Everything here is an extra: OpenSpiel, PettingZoo, cbrkit, programs in any language. What becomes an agent of ours
comes in by the entry point that strangers use.
"""
