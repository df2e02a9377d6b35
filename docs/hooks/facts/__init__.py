"""Facts that the code knows, for the pages of the site: one module a subject."""
