"""The full game without buckets of cards: the trunk by kinds of hands, what follows it as trees of the ladder game.

The trunk is envido, flor and the first words and card. ``deals`` has the kinds of hands, ``levels`` the tree level by
level, ``entries`` where hands come into it, ``forest`` and ``gpu`` (with ``forest.cu``) the many copies of it, ``talk``
the words of envido, ``solver`` vector CFR+ over all of them.
"""
