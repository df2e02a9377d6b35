"""The branches of the public tree, grown by a compiled kernel."""
