"""A file that is awkward to read: columns, hyphens, a turned page, a scanned page, a cropped page."""

from .fonts import BOLD, ROMAN, width
from .lines import broken, drawn, runs
from .pdf import Pdf
from .scan import picture

WIDTH, HEIGHT, MARGIN, GUTTER = 595, 842, 62, 24
SIZE, LEADING = 11.8, 16.4
MEASURE = (WIDTH - 2 * MARGIN - GUTTER) / 2
TIDES = [
    ("Berth", "Length (m)", "Depth (m)", "Largest vessel (t)", "Crane (t)", "Dues per day (£)"),
    ("East quay 1", "84", "5.2", "2,400", "12", "146.00"), ("East quay 2", "92", "5.8", "3,100", "12", "162.50"),
    ("West quay", "61", "3.9", "900", "—", "88.00"), ("Ferry slip", "38", "4.4", "1,250", "—", "210.00"),
    ("Isolated berth", "70", "6.1", "2,800", "8", "275.00"), ("Inner basin", "120", "2.7", "250", "3", "41.50"),
    ("Fish market", "55", "4.0", "700", "5", "64.00"), ("Pontoon A", "48", "2.2", "40", "—", "19.75"),
]
CROPPED = [
    "This page is a notice that was printed on larger paper and trimmed. What stands outside the trimmed area belongs to the "
    "printer and is not part of the notice.",
    "The harbour office will be closed from noon on 24 December until 9.00 a.m. on 3 January. In that time the duty officer "
    "can be reached on channel 12 or by telephone at the number displayed on the office door.",
    "Harbour dues for the year 2027 are payable by 31 March. Holders of moorings who pay before 15 February receive a "
    "discount of 5%. Dues not paid by 30 April are increased by 10%.",
    "Dredging of the fairway between buoys 6 and 9 begins on 10 January and will take about five weeks. Vessels drawing more "
    "than 3.5 metres must pass the dredger only at high water and after calling the dredging master on channel 8.",
]


def make(source, path):
    """Writes the file and returns the text of its pages."""
    pdf = Pdf("Notices of the Sallachy Harbour Commissioners")
    pages = _columns(pdf, source)
    pages += [_turned(pdf), _scanned(pdf), _cropped(pdf)]
    pdf.save(path)
    return pages


def hyphenated(text, measure):
    """Lines of a text in which "~" marks where a word may be broken, and whether each ends a paragraph."""
    words, lines, line = text.split(), [], ""
    while words:
        word = words.pop(0)
        whole = word.replace("~", "")
        if width(f"{line} {whole}".strip(), ROMAN, SIZE) <= measure:
            line = f"{line} {whole}".strip()
            continue
        parts = word.split("~")
        for cut in range(len(parts) - 1, 0, -1):
            head = "".join(parts[:cut]) + "-"
            if width(f"{line} {head}", ROMAN, SIZE) <= measure:
                line, word = f"{line} {head}", "~".join(parts[cut:])
                break
        lines.append(line)
        line = ""
        words.insert(0, word)
    return lines + [line]


def _columns(pdf, source):
    """Two pages of two columns under a title that spans them."""
    title, *blocks = source.strip().splitlines()
    pages, ops, texts = [], [], []
    y, column = 0.0, 2
    for block in blocks:
        heading = block.startswith("## ")
        lines = [block[3:].replace("~", "")] if heading else hyphenated(block, MEASURE)
        for i, line in enumerate(lines):
            if y < MARGIN + (3 * LEADING if heading else LEADING):
                column, y = column + 1, HEIGHT - MARGIN - 30
                if column > 1:
                    _close(pdf, ops, texts, pages)
                    ops, texts, column = _opening(title[2:] if not pages else ""), [], 0
                    top = HEIGHT - MARGIN - (60 if not pages else 30)
                y = top
            left = MARGIN + column * (MEASURE + GUTTER)
            y -= LEADING + (4 if heading else 0)
            last = i == len(lines) - 1
            ops.append(drawn(runs(line, BOLD if heading else ROMAN), left, y, SIZE, None if last else MEASURE))
            texts.append(line)
        y -= 0 if heading else 4
    _close(pdf, ops, texts, pages)
    return pages


def _opening(title):
    """The head of a page of the gazette; the title spans both columns."""
    ops = [drawn(runs("__Sallachy Harbour Gazette, No. 118__"), MARGIN, HEIGHT - 44, 9)]
    if title:
        ops.append(drawn(runs(f"**{title}**"), MARGIN, HEIGHT - MARGIN - 34, 17))
    return ops


def _close(pdf, ops, texts, pages):
    if texts:
        number = str(len(pages) + 1)
        ops.append(drawn(runs(number), WIDTH / 2 - 3, 34, 9))
        pdf.page("".join(ops), WIDTH, HEIGHT)
        pages.append(_joined(texts))


def _joined(lines):
    """The text of lines, words broken at their end made whole."""
    return " ".join(lines).replace("- ", "")


def _turned(pdf):
    """A wide table on a page that is shown turned by a right angle."""
    ops = [f"q 0 1 -1 0 {WIDTH} 0 cm\n"]
    y = WIDTH - 80
    ops.append(drawn(runs("**Table of berths and dues, in force from 1 April 2027**"), 70, y, 14))
    for i, row in enumerate(TIDES):
        y -= 26
        font = ROMAN if i else BOLD
        for j, cell in enumerate(row):
            x = 70 if j == 0 else 70 + 140 * j - width(cell, font, 11) + 20
            ops.append(drawn(runs(cell, font), x, y, 11))
        ops.append(f"0.4 w 70 {y - 7:.2f} m 790 {y - 7:.2f} l S\n")
    note = "Dues are for each period of 24 hours or part of it. Vessels of charities pay one half."
    ops.append(drawn(runs(note), 70, y - 34, 11))
    pdf.page("".join(ops) + "Q\n", WIDTH, HEIGHT, "/Rotate 90")
    return " ".join(cell for row in TIDES for cell in row) + " " + note


def _scanned(pdf):
    """A page that is nothing but a picture of a letter."""
    pixels, across, down = picture()
    image = pdf.stream(pixels, f"/Type /XObject /Subtype /Image /Width {across} /Height {down} /ColorSpace /DeviceGray /BitsPerComponent 8")
    pdf.page(f"q {WIDTH} 0 0 {HEIGHT} 0 0 cm /Im Do Q\n", WIDTH, HEIGHT, resources=f"/XObject << /Im {image} 0 R >>")
    return ""


def _cropped(pdf):
    """A page of which only a part is shown; printers' marks stand outside that part."""
    left, bottom, right, top = 80, 150, 515, 720
    ops = [drawn(runs("PRINTER'S MARK 4711 TRIM HERE"), 90, 790, 9), drawn(runs("PRINTER'S MARK 4712 TRIM HERE"), 90, 60, 9)]
    y = top - 60
    ops.append(drawn(runs("**Notice to harbour users**"), left + 40, y, 16))
    for paragraph in CROPPED:
        y -= 14
        lines = broken(runs(paragraph), 11, right - left - 80)
        for i, line in enumerate(lines):
            y -= 15
            ops.append(drawn(line, left + 40, y, 11, right - left - 80 if i + 1 < len(lines) else None))
    pdf.page("".join(ops), WIDTH, HEIGHT, f"/CropBox [{left} {bottom} {right} {top}]")
    return " ".join(CROPPED)
