"""How fast things are, beside other libraries in the same run."""
