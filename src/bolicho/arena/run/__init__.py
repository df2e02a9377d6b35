"""Playing a tournament: worker processes or a Ray cluster under a watchdog, and the journal they fill."""
