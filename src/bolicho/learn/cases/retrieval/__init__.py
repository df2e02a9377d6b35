"""Finding similar cases, exactly and fast."""
