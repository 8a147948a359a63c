#!/usr/bin/env python3
"""Makes the sample documents of this folder: `python3 assets/make.py`. Needs nothing but Python 3."""

from pathlib import Path

from typeset import awkward, questions
from typeset.flow import save, typeset
from typeset.lock import Lock
from typeset.sheet import Style

HERE = Path(__file__).parent
AGREEMENT = Style(595, 842, 80, 11.2, 16.6, "Master Services Agreement – Brackenmoor Logistics plc and Tessaly Data Services Limited")

REPORT = Style(612, 792, 88, 11.2, 17, "Corvane Instruments, Inc. – Annual Report for Fiscal 2026")

PASSWORD, OWNER_PASSWORD = "quarter-day", "michaelmas"
SUPPLY = Style(595, 842, 80, 11.2, 16.6, "Supply Agreement – Hollin Maltings Limited and Carrick Vale Brewing plc")
MINUTES = Style(595, 842, 80, 11.2, 16.6, "Tessaly Data Services Limited – Minutes of the Board")


def make(name, title, style, folder=HERE, lock=None):
    """Sets text/<name>.txt as <name>.pdf and returns the text of its pages."""
    flow = typeset((HERE / "text" / f"{name}.txt").read_text("utf-8"), style)
    save(flow, title, folder / f"{name}.pdf", lock)
    return [" ".join(" ".join(leaf.text).split()) for leaf in flow.sheet.leaves]


def main():
    pages = {
        "services-agreement.pdf": make("services-agreement", "Master Services Agreement", AGREEMENT),
        "annual-report.pdf": make("annual-report", "Corvane Instruments, Inc. – Annual Report 2026", REPORT),
        "awkward.pdf": awkward.make((HERE / "text" / "awkward-columns.txt").read_text("utf-8"), HERE / "awkward.pdf"),
    }
    source = (HERE / "text" / "questions.txt").read_text("utf-8")
    (HERE / "questions.jsonl").write_text(questions.written(source, pages), "utf-8")
    for name, text in pages.items():
        print(f"{name}: {len(text)} pages")
    minutes = make("board-minutes", "Minutes of the Board", MINUTES, HERE / "locked", Lock(PASSWORD, OWNER_PASSWORD))
    supply = make("supply-agreement", "Supply Agreement", SUPPLY, HERE / "lists")
    print(f"lists/supply-agreement.pdf: {len(supply)} pages")
    print(f"locked/board-minutes.pdf: {len(minutes)} pages, password {PASSWORD}")


if __name__ == "__main__":
    main()
