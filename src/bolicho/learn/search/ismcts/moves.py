"""The moves of Truco as numbers, as ``games/truco/kernel.py`` has them, for plain Python that does without Numba.

0-2 are the cards as dealt, strongest first, 3-5 the same face down, then the words in the order of the rules. A rival's
card is told apart by its strength alone: that is all it does in the rounds to come.
"""

from bolicho.games.truco.state import ORDER

FACE_DOWN, WORDS = 3, 6
MOVES = WORDS + len(ORDER)
NUMBER = {word: WORDS + place for place, word in enumerate(ORDER)}
QUERO, NAO_QUERO, BARALHO = NUMBER["quero"], NUMBER["nao-quero"], NUMBER["baralho"]
ENVIDO, REAL_ENVIDO, FALTA_ENVIDO = NUMBER["envido"], NUMBER["real-envido"], NUMBER["falta-envido"]
FLOR, ACHICO, CONTRA, RESTO = (NUMBER[word] for word in ("flor", "achico", "contra-flor", "contra-flor-e-o-resto"))
TRUCO, RETRUCO, VALE_QUATRO = NUMBER["truco"], NUMBER["retruco"], NUMBER["vale-quatro"]
E_BOM, PONTOS = NUMBER["e-bom"], NUMBER["pontos"]
HIS_CARD = MOVES - 1
"""Plus its strength: a rival's card, as the searching seat sees it."""
HIS_FACE_DOWN = HIS_CARD + 15
SEEN = HIS_FACE_DOWN + 1
"""How many moves the searching seat can tell apart."""
