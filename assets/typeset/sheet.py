"""Pages as they are filled from top to bottom: margins, running header, page number, and a record of the text set."""

from dataclasses import dataclass, field

from .fonts import ROMAN, width
from .lines import broken, drawn, plain, runs

_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def roman(number):
    """A number as a lower-case Roman numeral."""
    out = ""
    for worth, sign in _ROMAN:
        while number >= worth:
            out += sign
            number -= worth
    return out


@dataclass
class Style:
    """Measures of a document, in points."""

    width: float
    height: float
    margin: float
    size: float
    leading: float
    header: str


@dataclass
class Leaf:
    """One page: drawing operators, text as set, and its label."""

    label: str
    bare: bool = False
    content: list = field(default_factory=list)
    text: list = field(default_factory=list)


class Sheet:
    """A growing list of pages and the height left on the last one."""

    def __init__(self, style):
        self.style = style
        self.leaves = []
        self.marks = []  # (page, style, prefix, start) of each run of labels
        self.y = 0.0
        self.measure = style.width - 2 * style.margin

    @property
    def page(self):
        """Number of the current page, from 0."""
        return len(self.leaves) - 1

    def new_page(self, bare=False):
        """Begins a page; a bare one has no header and no printed number."""
        page, kind, prefix, start = [m for m in self.marks if m[0] <= len(self.leaves)][-1]
        number = start + len(self.leaves) - page
        self.leaves.append(Leaf(prefix + (roman(number) if kind == "r" else str(number)), bare))
        self.y = self.style.height - self.style.margin
        if not bare:
            self._furniture()

    def labels(self, kind, prefix="", start=1):
        """The next page begins a run of labels."""
        self.marks.append((len(self.leaves), kind, prefix, start))

    def _furniture(self):
        """Running header with a rule, page number at the foot."""
        style, leaf = self.style, self.leaves[-1]
        top = style.height - 45
        self.draw(drawn(runs(f"__{style.header}__"), style.margin, top, 8.5))
        self.rule(top - 5, 0.4)
        x = (style.width - width(leaf.label, ROMAN, 9.5)) / 2
        self.draw(drawn(runs(leaf.label), x, 40, 9.5))

    def draw(self, operators):
        """Adds drawing operators to the page."""
        self.leaves[-1].content.append(operators)

    def rule(self, y, thickness, x0=None, x1=None):
        """A horizontal line."""
        x0 = self.style.margin if x0 is None else x0
        x1 = self.style.width - self.style.margin if x1 is None else x1
        self.draw(f"{thickness} w {x0:.2f} {y:.2f} m {x1:.2f} {y:.2f} l S\n")

    def need(self, height):
        """Begins a new page unless this much height is left."""
        if self.y - height < self.style.margin - 6:
            self.new_page()

    def space(self, height):
        """Leaves height free, except at the top of a page."""
        if self.y < self.style.height - self.style.margin:
            self.y -= height

    def set(self, line, x, size, leading, measure=None):
        """Sets one line at the current height."""
        self.need(leading)
        self.y -= leading
        self.draw(drawn(line, x, self.y, size, measure))
        self.leaves[-1].text.append(plain(line))

    def paragraph(self, text, indent=0.0, first=0.0, after=6.0, size=None, keep=0, justify=True):
        """Sets a paragraph `indent` from the margin, its first line `first` further in."""
        size = size or self.style.size
        leading = self.style.leading * size / self.style.size
        measure = self.measure - indent
        lines = broken(runs(text), size, measure, first)
        self.need(leading * min(len(lines), 2) + keep)
        for i, line in enumerate(lines):
            left = len(lines) - i
            if left == 2 and i:
                self.need(2 * leading)
            shift = first if i == 0 else 0.0
            stretch = measure - shift if justify and left > 1 else None
            self.set(line, self.style.margin + indent + shift, size, leading, stretch)
        self.y -= after

    def centred(self, text, size, after=6.0, keep=0):
        """Sets lines in the middle."""
        lines = broken(runs(text), size, self.measure)
        self.need(len(lines) * size * 1.25 + keep)
        for line in lines:
            wide = sum(width(t, f, size) for word in line for t, f in word) + (len(line) - 1) * width(" ", ROMAN, size)
            self.set(line, (self.style.width - wide) / 2, size, size * 1.25)
        self.y -= after
