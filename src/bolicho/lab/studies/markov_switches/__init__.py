"""What each switch of the Markov player brings."""
