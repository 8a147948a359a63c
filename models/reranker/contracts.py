"""Writes each contract of the training data as a PDF, so that Pincite splits it like a file of a person.

    python contracts.py <contracts.jsonl.gz> <folder to write> [<font.ttf>]
"""

import gzip
import json
import re
import sys
from pathlib import Path

from fpdf import FPDF

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def write(text, file, font):
    pdf = FPDF(format="letter")
    pdf.set_auto_page_break(True, 19)
    pdf.set_margins(22, 20, 22)
    pdf.add_page()
    pdf.add_font("body", "", font)
    pdf.set_font("body", size=10)
    for paragraph in re.split(r"\n\s*\n", text):
        if words := paragraph.split():
            pdf.multi_cell(0, 4.6, " ".join(words))
            pdf.ln(2.3)
    pdf.output(str(file))


if __name__ == "__main__":
    contracts, folder, font = sys.argv[1], Path(sys.argv[2]), (sys.argv[3:] or [FONT])[0]
    folder.mkdir(exist_ok=True)
    for number, line in enumerate(gzip.open(contracts)):
        write(json.loads(line)["text"], folder / f"{number:03d}.pdf", font)
