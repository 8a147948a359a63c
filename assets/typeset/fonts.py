"""The standard fonts: how wide text is."""

from .widths import CHARACTERS, WIDTHS

ROMAN, BOLD, ITALIC, SANS, SANS_BOLD = "Times-Roman", "Times-Bold", "Times-Italic", "Helvetica", "Helvetica-Bold"
NAMES = {font: f"F{i}" for i, font in enumerate((ROMAN, BOLD, ITALIC, SANS, SANS_BOLD))}
_TABLES = {font: dict(zip(CHARACTERS, widths)) for font, widths in WIDTHS.items()}


def width(text, font, size):
    """Width of a text in points."""
    table = _TABLES[font]
    return sum(table[c] for c in text) * size / 1000
