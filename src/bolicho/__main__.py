"""``python -m bolicho``: the front door, where no command of that name is on the path."""

from bolicho.cli import main

if __name__ == "__main__":
    main()
