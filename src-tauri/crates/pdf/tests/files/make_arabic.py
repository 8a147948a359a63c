#!/usr/bin/env python3
"""Makes the Arabic document of `assets/languages` with another program, which orders and maps glyphs otherwise.

Needs `pip install fpdf2 uharfbuzz` and Debian's fonts-hosny-amiri."""

from datetime import datetime, timezone
from pathlib import Path

from fpdf import FPDF

HERE = Path(__file__).parent
FONT = "/usr/share/fonts/opentype/fonts-hosny-amiri/Amiri-Regular.ttf"
TEXT = HERE.parents[4] / "assets/languages/text/ar.txt"


def main():
    pdf = FPDF(format="A4")
    pdf.set_creation_date(datetime(2026, 2, 12, tzinfo=timezone.utc))
    pdf.set_margin(25)
    pdf.add_font("Amiri", "", FONT)
    pdf.set_text_shaping(True, direction="rtl")
    pdf.add_page()
    for line in TEXT.read_text("utf-8").splitlines():
        if line == "@page":
            pdf.add_page()
            continue
        mark = line[0] if line[0] in ">~#=|" else ""
        pdf.set_font("Amiri", size={">": 16, "#": 12}.get(mark, 11))
        said = line[len(mark):].strip().replace(" | ", "   ")
        pdf.multi_cell(0, 8, said, align="C" if mark in (">", "~") else "R", new_x="LMARGIN", new_y="NEXT")
    pdf.output(HERE / "arabic.pdf")


if __name__ == "__main__":
    main()
