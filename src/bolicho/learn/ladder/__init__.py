"""The ladder game solved: Truco of cards and truco calls only (``envido="off", flor="off"``), called s1.

Only strengths matter in it, so a hand is a class (502 of them on the forty cards) and the whole public tree fits in
memory: ``tree`` is the tree, ``response`` the exact best response to any table of probabilities, ``solver`` vector
CFR+, ``packed`` the solved strategy that is shipped. The mão is player 0 here and the pé player 1, whatever the seats.
"""
