"""The server itself: who may come in, limits, pages, files, trouble."""
