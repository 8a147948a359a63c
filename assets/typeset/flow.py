"""Reads a sample's text and sets it. The marks are described in assets/README.md."""

from .pdf import Pdf
from .sheet import Sheet
from .table import table_of_figures, table_of_text
from .fonts import ROMAN, width
from .lines import drawn, runs


class Flow:
    """One pass over a text. Page numbers of headings come from the pass before."""

    def __init__(self, style, known):
        self.sheet = Sheet(style)
        self.known = known
        self.headings = []  # (level, title, page, label)
        self.table = []
        self.shares = None

    def run(self, text):
        """Sets every line of the text."""
        for line in text.splitlines():
            if not line.startswith("|") and self.table:
                self._end_table()
            if line.strip():
                self._line(line.rstrip())
        if self.table:
            self._end_table()
        return self

    def _line(self, line):
        mark, _, rest = line.partition(" ")
        marks = {
            "#!": lambda: self._heading(0, rest, True), "#": lambda: self._heading(0, rest, False),
            "##": lambda: self._heading(1, rest, False), "##!": lambda: self._heading(1, rest, True), "###": lambda: self._heading(2, rest, False),
            "*": lambda: self._item("•", rest, 18), "^": lambda: self._caption(rest), ">": lambda: self.sheet.centred(rest, self.sheet.style.size),
            "~": lambda: self.sheet.paragraph(rest, size=8.5),
        }
        if line.startswith("@"):
            getattr(self, "do_" + mark[1:])(rest)
        elif line.startswith("|"):
            self._row(line)
        elif mark in marks:
            marks[mark]()
        elif line.startswith("--("):
            self._item(mark[2:], rest, 90)
        elif line.startswith("-("):
            self._item(mark[1:], rest, 62)
        elif line.startswith("="):
            self._clause(mark[1:], rest)
        else:
            self.sheet.paragraph(line)

    def _heading(self, level, title, on_new_page):
        sheet = self.sheet
        if on_new_page:
            sheet.new_page()
        size = (14, 11.5, sheet.style.size)[level]
        sheet.need(90 if level == 0 else 62)
        sheet.space((14, 8, 4)[level])
        self.headings.append((level, title, sheet.page, sheet.leaves[-1].label))
        mark = "__" if level == 2 else "**"
        sheet.paragraph(mark + title + mark, size=size, after=5, justify=False, keep=40)

    def _clause(self, number, text):
        """A numbered clause, its number in the margin of its text."""
        sheet = self.sheet
        sheet.need(2 * sheet.style.leading)
        page, y = sheet.page, sheet.y - sheet.style.leading
        sheet.draw(drawn(runs(number), sheet.style.margin, y, sheet.style.size))
        assert page == sheet.page
        sheet.leaves[-1].text.append(number)
        sheet.paragraph(text, indent=36)

    def _item(self, sign, text, indent):
        sheet = self.sheet
        sheet.need(sheet.style.leading * 2)
        y = sheet.y - sheet.style.leading
        sheet.draw(drawn(runs(sign), sheet.style.margin + indent - (12 if sign == "•" else 26), y, sheet.style.size))
        sheet.leaves[-1].text.append(sign)
        sheet.paragraph(text, indent=indent, after=4)

    def _caption(self, text):
        self.sheet.paragraph(f"**{text}**", size=9.5, after=1, keep=170, justify=False)

    def _row(self, line):
        if line.startswith("|w "):
            self.shares = [int(share) for share in line[3:].split()]
        else:
            self.table.append((line[1], [cell.strip() for cell in line[2:].split("|")]))

    def _end_table(self):
        if self.shares:
            table_of_text(self.sheet, self.shares, self.table)
        else:
            table_of_figures(self.sheet, self.table)
        self.table, self.shares = [], None

    def do_cover(self, _):
        """A page without header and number."""
        self.sheet.new_page(bare=True)

    def do_page(self, _):
        """A new page."""
        self.sheet.new_page()

    def do_labels(self, rest):
        """"r" or "D", and a prefix: labels of the pages from the next one on."""
        kind, _, prefix = rest.partition(" ")
        self.sheet.labels(kind, prefix)

    def do_space(self, rest):
        """Height left free, in points."""
        self.sheet.y -= float(rest)

    def do_big(self, rest):
        """A line of the cover."""
        self.sheet.centred(f"**{rest}**", 24, after=10)

    def do_middle(self, rest):
        """A smaller line of the cover."""
        self.sheet.centred(rest, 13, after=8)

    def do_rule(self, _):
        """A line across."""
        self.sheet.y -= 8
        self.sheet.rule(self.sheet.y, 0.8)
        self.sheet.y -= 10

    def do_sign(self, rest):
        """A block to sign in: party | name | office."""
        party, name, office = rest.split("|")
        self.sheet.need(110)
        self.sheet.paragraph(f"Signed for and on behalf of **{party.strip()}**", after=22)
        blank = [[("Signature:", ROMAN)], [("_" * 34, ROMAN)]]
        self.sheet.set(blank, self.sheet.style.margin, self.sheet.style.size, self.sheet.style.leading)
        for label, value in (("Name:", name.strip()), ("Title:", office.strip())):
            self.sheet.paragraph(f"{label} {value}", after=2, justify=False)
        self.sheet.y -= 22

    def do_contents(self, rest):
        """The table of contents, to the level given."""
        sheet, size = self.sheet, 10
        for level, title, _, label in self.known:
            if level > int(rest):
                continue
            left = sheet.style.margin + 16 * level
            end = sheet.style.width - sheet.style.margin
            room = end - left - width(title, ROMAN, size) - width(label, ROMAN, size) - 10
            dots = "." * int(room / width(".", ROMAN, size))
            sheet.set(runs(title), left, size, 15)
            x = end - width(label, ROMAN, size) - 4 - width(dots, ROMAN, size)
            sheet.draw(drawn(runs(dots), x, sheet.y, size))
            sheet.draw(drawn(runs(label), end - width(label, ROMAN, size), sheet.y, size))


def typeset(text, style):
    """Sets a text, a second time once the pages of its headings are known. Returns the flow."""
    known = [(0, "—", 0, "—")] * sum(line.startswith("#") for line in text.splitlines())
    for _ in range(3):
        flow = Flow(style, known).run(text)
        known = flow.headings
    return flow


def save(flow, title, path, lock=None):
    """Writes a flow as a PDF with its labels and outline, encrypted if there is a lock."""
    pdf, style = Pdf(title, lock), flow.sheet.style
    for leaf in flow.sheet.leaves:
        pdf.page("".join(leaf.content), style.width, style.height)
    for page, kind, prefix, start in flow.sheet.marks:
        pdf.label(page, kind, prefix, start)
    for level, heading, page, _ in flow.headings:
        pdf.entry(level, heading, page)
    pdf.save(path)
