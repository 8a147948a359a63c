"""Sets the sample documents: plain text with a few marks becomes PDF pages.

Only what three samples need. Not a typesetting program.
"""
