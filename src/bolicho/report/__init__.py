"""A report as data, and how it is written: HTML, Markdown, SVG plots, numbers in each language."""
