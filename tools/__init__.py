"""Tools of those who work on the house; nothing of the product needs them."""
