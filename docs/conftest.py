"""Pages are doctested; the hooks that build the site are tested in tests/docs, by building it."""

collect_ignore = ["hooks"]
