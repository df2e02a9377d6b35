"""The table without a server: a folder of files that plays in a browser alone, written by ``bolicho site``.

``browser.py`` is the Python that runs there, in Pyodide; the other modules write the folder.
"""
