"""``bolicho cases``: one module a family of subcommands."""
