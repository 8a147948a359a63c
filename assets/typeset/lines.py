"""Breaks marked text into lines and draws them. Positions in points from the lower left corner of the page."""

from .fonts import BOLD, ITALIC, NAMES, ROMAN, width
from .pdf import escape

_MARKS = {"**": BOLD, "__": ITALIC}


def runs(text, font=ROMAN):
    """Words of a text as lists of (string, font): **bold** and __italic__ may begin and end inside a word."""
    words, word, current = [], [], font
    i = 0
    while i < len(text):
        if text[i:i + 2] in _MARKS:
            marked = _MARKS[text[i:i + 2]]
            current = font if current == marked else marked
            i += 2
        elif text[i] == " ":
            words.append(word)
            word = []
            i += 1
        else:
            if word and word[-1][1] == current:
                word[-1] = (word[-1][0] + text[i], current)
            else:
                word.append((text[i], current))
            i += 1
    return [w for w in words + [word] if w]


def word_width(word, size):
    """Width of one word of `runs`."""
    return sum(width(text, font, size) for text, font in word)


def broken(words, size, measure, first=0.0):
    """Lines of words no wider than `measure`; the first line is `first` narrower."""
    space = width(" ", ROMAN, size)
    lines, line, used = [], [], first
    for word in words:
        wide = word_width(word, size)
        if line and used + space + wide > measure:
            lines.append(line)
            line, used = [], 0.0
        used += (space if line else 0.0) + wide
        line.append(word)
    return lines + ([line] if line else [])


def drawn(line, x, y, size, measure=None):
    """Drawing operators of a line; stretched to `measure` where one is given."""
    space = width(" ", ROMAN, size)
    natural = sum(word_width(word, size) for word in line) + space * (len(line) - 1)
    stretch = (measure - natural) / (len(line) - 1) if measure and len(line) > 1 else 0.0
    out = [f"BT {x:.2f} {y:.2f} Td {stretch:.3f} Tw"]
    for i, word in enumerate(line):
        for j, (text, font) in enumerate(word):
            before = " " if i and not j else ""
            out.append(f"/{NAMES[font]} {size:g} Tf ({escape(before + text)}) Tj")
    return " ".join(out) + " ET\n"


def plain(line):
    """The text of a line."""
    return " ".join("".join(text for text, _ in word) for word in line)
