"""What a case of Truco is: its columns and codes, how a hand becomes one, which questions it answers and how."""
