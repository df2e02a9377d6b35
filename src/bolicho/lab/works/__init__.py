"""The five papers, one package each."""
