"""Rosa: Rikken by random, rule-based and Monte-Carlo players."""
