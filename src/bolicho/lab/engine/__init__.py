"""What every experiment stands on: its design, its run, its claims, and their verdicts."""
