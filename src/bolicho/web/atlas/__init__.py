"""The atlas and the guide: how hands are played, and how to play them well."""
