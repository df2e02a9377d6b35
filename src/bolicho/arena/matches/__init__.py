"""Single matches: who meets whom, playing them in this process, and the row that is kept of each."""
