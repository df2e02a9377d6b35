"""The teacher's path: a page a module in order of difficulty, boards and pieces to print, questions with answers."""
