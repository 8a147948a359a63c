#!/usr/bin/env python3
"""Makes the sample documents in other languages: `python3 assets/languages/make.py [code ...]`.

Needs LibreOffice Writer and Debian's fonts-noto-core, fonts-noto-cjk and fonts-hosny-amiri."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from flat import Manner, document

HERE = Path(__file__).parent
MANNERS = {
    "de": Manner("de", "DE", "Noto Serif"),
    "es": Manner("es", "ES", "Noto Serif"),
    "fr": Manner("fr", "FR", "Noto Serif"),
    "ru": Manner("ru", "RU", "Noto Serif"),
    "ar": Manner("ar", "AE", "Amiri", right_to_left=True),
    "he": Manner("he", "IL", "DejaVu Sans", right_to_left=True),
    "hi": Manner("hi", "IN", "Noto Serif Devanagari"),
    "zh": Manner("zh", "CN", "Noto Serif CJK SC"),
    "ko": Manner("ko", "KR", "Noto Serif CJK KR"),
    "ja": Manner("ja", "JP", "Noto Serif CJK JP"),
}
# LibreOffice writes the time of the export into these; files must not change without a reason.
DATE = re.compile(rb"\(D:\d{14}[^)]*\)")
CHECKSUM = re.compile(rb"(/DocChecksum /|<)([0-9A-F]{32})(>?)")


def main(codes):
    for code in codes or MANNERS:
        text = (HERE / "text" / f"{code}.txt").read_text("utf-8")
        target = HERE / f"{code}.pdf"
        target.write_bytes(set_by_writer(document(text, MANNERS[code])))
        print(f"{target.name}: {target.stat().st_size} bytes")
    lines = (HERE / "text" / "questions.txt").read_text("utf-8").splitlines()
    (HERE / "questions.jsonl").write_text("".join(json.dumps(question(line), ensure_ascii=False) + "\n" for line in lines), "utf-8")


def question(line):
    """A question with the page, from 0, that answers it. Its source: "code | question | clause | text"."""
    code, asked, clause, text = line.split(" | ")
    pages = re.split(r"^@.*$", (HERE / "text" / f"{code}.txt").read_text("utf-8"), flags=re.MULTILINE)
    found = [number for number, page in enumerate(pages) if text in page]
    assert len(found) == 1, f"{code}: the answer stands on one page"
    return {"id": f"language-{code}", "pdf": f"{code}.pdf", "question": asked, "evidence": [{"pages0": found, "text": text, "clause": clause}]}


def set_by_writer(flat):
    """The PDF that LibreOffice Writer makes of a flat document."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "sample.fodt"
        source.write_text(flat, "utf-8")
        subprocess.run(["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "pdf",
                        "--outdir", folder, str(source)], check=True, capture_output=True)
        pdf = source.with_suffix(".pdf").read_bytes()
    pdf = DATE.sub(lambda found: b"(D:20260212120000Z".ljust(len(found[0]) - 1, b"'") + b")", pdf)
    return CHECKSUM.sub(lambda found: found[1] + b"0" * 32 + found[3], pdf)


if __name__ == "__main__":
    main(sys.argv[1:])
