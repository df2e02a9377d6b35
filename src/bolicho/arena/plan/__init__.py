"""What a tournament is: its plan, its format, and which matches each round holds."""
