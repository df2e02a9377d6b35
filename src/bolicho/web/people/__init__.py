"""What people thought and how agents did against them."""
