"""Tables: figures aligned at their right, text columns wrapped, sums worked out, header repeated over the page break."""

from .fonts import BOLD, ROMAN, width
from .lines import broken, drawn, plain, runs

SIZE = 9.5
LEADING = 13.5


def number(cell):
    """The value of a figure as printed; 0 for a dash."""
    bare = cell.replace("$", "").replace("£", "").replace(",", "").replace("%", "").strip()
    negative = bare.startswith("(")
    bare = bare.strip("()")
    value = 0.0 if bare in ("—", "") else float(bare)
    return -value if negative else value


def printed(value, like):
    """A value in the manner of the figure `like`."""
    decimals = len(like.strip("()").split(".")[1].rstrip("%")) if "." in like else 0
    text = f"{abs(value):,.{decimals}f}"
    return "—" if not float(text.replace(",", "")) else f"({text})" if value < 0 else text


def summed(rows):
    """Rows with sums filled in: "=" adds the rows since the last sum, "+" adds those sums ("|+ Total")."""
    out, since, sums = [], [], []
    for kind, cells in rows:
        if kind in "=+":
            adds = since if kind == "=" else sums
            like = [next((c for c in column if "." in c), column[0]) for column in zip(*adds)]
            figures = [printed(sum(map(number, column)), sample) for column, sample in zip(zip(*adds), like)]
            cells = cells[:1] + figures
            sums = sums + [figures] if kind == "=" else [figures]
            since = []
        elif kind == " " and len(cells) > 1:
            since.append(cells[1:])
        out.append((kind, cells))
    return out


def table_of_figures(sheet, rows):
    """A table with a label column and figures. Kinds: "!" header, ":" group, " " row, "=" and "+" sums."""
    rows = summed(rows)
    columns = max(len(cells) for _, cells in rows)
    wide = min(78.0, sheet.measure * 0.62 / max(columns - 1, 1))
    header = [row for row in rows if row[0] == "!"]
    label = sheet.measure - wide * (columns - 1)
    heights = [LEADING * max(1, len(broken(runs(cells[0]), SIZE, label - 12))) for _, cells in rows]
    sheet.need(min(sum(heights), 11 * LEADING))
    for (kind, cells), height in zip(rows, heights):
        if sheet.y - height < sheet.style.margin:
            sheet.new_page()
            for _, head in header if kind != "!" else []:
                _figures(sheet, "!", head, wide, label)
        _figures(sheet, kind, cells, wide, label)
    sheet.y -= 10


def _figures(sheet, kind, cells, wide, label):
    """One row: every cell broken to its column, the figures on the last line of the label."""
    font = BOLD if kind in "!:-=+" else ROMAN
    columns = [broken(runs(cells[0], font), SIZE, label - 12)]
    columns += [broken(runs(cell, font), SIZE, wide - 6) for cell in cells[1:]]
    height = max(1, *map(len, columns)) * LEADING
    right = sheet.style.width - sheet.style.margin
    for i, lines in enumerate(columns):
        for j, line in enumerate(lines):
            y = sheet.y - height + LEADING * (len(lines) - 1 - j)
            x = sheet.style.margin + (8 if kind == " " else 0)
            if i:
                x = right - wide * (len(cells) - 1 - i) - _hung(plain(line), font)
            sheet.draw(drawn(line, x, y, SIZE))
    sheet.y -= height
    sheet.leaves[-1].text.append(" ".join(plain(line) for lines in columns for line in lines))
    if kind == "!":
        sheet.rule(sheet.y - 3.5, 0.6)
        sheet.y -= 3
    if kind in "-=+":
        left = right - wide * (len(cells) - 1) + 12
        sheet.rule(sheet.y + LEADING - 3.5, 0.4, left, right)
        if kind == "+":
            sheet.rule(sheet.y - 3, 0.4, left, right)
            sheet.y -= 2


def _hung(cell, font):
    """Distance of a figure's left edge from its column's right edge: a closing bracket hangs over the edge."""
    return width(cell, font, SIZE) + (0 if cell.endswith(")") else width(")", font, SIZE))


def table_of_text(sheet, shares, rows):
    """A table of wrapped text in columns of the given shares of the measure, the first row its header."""
    unit = sheet.measure / sum(shares)
    lefts = [sheet.style.margin + unit * sum(shares[:i]) for i in range(len(shares))]
    for i, (_, cells) in enumerate(rows):
        _text_row(sheet, cells, lefts, [share * unit - 10 for share in shares], rows[0][1] if i else None)
    sheet.y -= 10


def _text_row(sheet, cells, lefts, measures, header):
    font = ROMAN if header else BOLD
    columns = [broken(runs(cell, font), SIZE, measure) for cell, measure in zip(cells, measures)]
    height = LEADING * max(map(len, columns)) + 4
    if sheet.y - height < sheet.style.margin:
        sheet.new_page()
        if header:
            _text_row(sheet, header, lefts, measures, None)
    top = sheet.y
    for lines, left in zip(columns, lefts):
        for i, line in enumerate(lines):
            sheet.draw(drawn(line, left, top - LEADING * (i + 1), SIZE))
        sheet.leaves[-1].text.append(" ".join(map(plain, lines)))
    sheet.y = top - height
    sheet.rule(sheet.y, 0.3 if header else 0.6)
