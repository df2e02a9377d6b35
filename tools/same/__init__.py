"""Does the product still do the same? Its outputs are made for two trees, by the same commands, and compared.

    make same BASE=HEAD~3                      # the working tree beside an older commit
    make same PARTS=fast                       # what takes seconds
    make same PARTS="match reproduce-rosa"

Only what people and programs outside may rely on is used: the `bolicho` command, the names in `bolicho` and its
documented packages, HTTP. So modules may be moved and renamed, and the same script runs the tree of last month and that
of today. What is run stands in `parts.toml`.
"""
