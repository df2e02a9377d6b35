"""What belongs to one person: it is kept in their browser, and only carried by the house."""
