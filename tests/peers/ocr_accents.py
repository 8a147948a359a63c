#!/usr/bin/env python3
"""Text recognition of accents by Pincite against Tesseract: contracts in seven languages, drawn as scans.

    tests/peers/ocr_accents.py src-tauri/target/release/examples/recognise MODEL [MODEL …]

The texts lie in `accents/`. Each is drawn in three sizes and at three resolutions, in three faces in turn, a little rotated,
blurred, noisy and compressed, into PDFs of pictures only. Pincite reads them at 200 dpi, as the product does. Tesseract reads
them as they were scanned, and is told the language. Several models can be compared, for instance two readers.

CER and WER are edit distances of characters and of words over the number of true ones. Quotes and dashes count as their ASCII
forms there. Lost words are those that the search, which ignores accents, would not find. Recall and precision of signs are of
the signs themselves. Seconds are CPU-seconds of the child process, start included.

Needs poppler-utils, fonts-liberation, fonts-ebgaramond, numpy and Pillow, and tesseract-ocr with its languages deu, fra, spa,
por, swe and dan.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import tempfile
from dataclasses import dataclass, field

from accents.drawing import scan
from accents.measures import KINDS, Score, of_page, rate, wilson

TEXTS = pathlib.Path(__file__).parent / "accents"
LANGUAGES = {"de": "deu", "fr": "fra", "es": "spa", "pt": "por", "sv": "swe", "da": "dan", "en": "eng"}
FONTS = pathlib.Path("/usr/share/fonts")
FACES = {
    "serif": FONTS / "truetype/liberation/LiberationSerif-Regular.ttf",
    "sans": FONTS / "truetype/liberation/LiberationSans-Regular.ttf",
    "garamond": FONTS / "opentype/ebgaramond/EBGaramond12-Regular.otf",
}
SIZES = (9, 10.5, 12)
RESOLUTIONS = (150, 200, 300)
# Resolution at which the product draws pages for recognition.
DRAWN = 200


@dataclass
class Sample:
    """A scanned page and what it says."""

    language: str
    face: str
    points: float
    dpi: int
    text: str
    pdf: pathlib.Path

    def picture(self, dpi):
        """The page as a PNG file."""
        to = self.pdf.with_suffix(f".{dpi}")
        subprocess.run(["pdftoppm", "-gray", "-png", "-singlefile", "-r", str(dpi), self.pdf, to], check=True)
        return f"{to}.png"


@dataclass
class Reader:
    """What one program or model read."""

    name: str
    seconds: float = 0
    pages: int = 0
    scores: dict = field(default_factory=dict)

    def add(self, sample, found):
        self.pages += 1
        score = of_page(sample.text, found)
        for group in groups(sample):
            self.scores.setdefault(group, Score()).add(score)


def groups(sample):
    """Groups of a page. English stands alone, because it has no accents."""
    if sample.language == "en":
        return ["en"]
    return [sample.language, "all but en", f"{sample.points} pt", f"{sample.dpi} dpi", sample.face]


def samples(folder, languages):
    """All pages: each language in each size and resolution, the faces in turn."""
    for number, language in enumerate(languages):
        text = (TEXTS / f"{language}.txt").read_text("utf-8")
        for place, (points, dpi) in enumerate((points, dpi) for points in SIZES for dpi in RESOLUTIONS):
            # Shifted at each size, so that each face has all sizes and resolutions over the languages.
            face = list(FACES)[(number + place + place // len(SIZES)) % len(FACES)]
            pdf = folder / f"{language}-{points}-{dpi}.pdf"
            scan(text, str(FACES[face]), points, dpi, 100 * number + place).save(pdf, resolution=dpi)
            yield Sample(language, face, points, dpi, text, pdf)


def timed(command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, capture_output=True, check=True, **options).stdout.decode()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def in_order(lines):
    """The text of lines from top to bottom. Parts of one line have nearly the same baseline."""
    rows = []
    for line in sorted(lines, key=lambda line: line["baseline"]):
        if rows and line["baseline"] - rows[-1][0]["baseline"] < 0.5 * line["size"]:
            rows[-1].append(line)
        else:
            rows.append([line])
    parts = [part for row in rows for part in sorted(row, key=lambda line: line["words"][0][1])]
    return " ".join(word[0] for part in parts for word in part["words"])


def pincite(program, model, pages):
    """Reads all pages with one start of the program."""
    reader = Reader(f"Pincite, {pathlib.Path(model).name}")
    output, reader.seconds = timed([program, model], input="\n".join(page.picture(DRAWN) for page in pages).encode())
    for page, line in zip(pages, output.strip().split("\n"), strict=True):
        reader.add(page, in_order(json.loads(line)["lines"]))
    return reader


def tesseract(pages):
    reader = Reader("Tesseract")
    for page in pages:
        picture = page.picture(page.dpi)
        found, seconds = timed(["tesseract", picture, "-", "--dpi", str(page.dpi), "-l", LANGUAGES[page.language]])
        reader.seconds += seconds
        reader.add(page, found)
    return reader


def report(readers):
    """Tables in Markdown."""
    heads(["pages of", "n"], readers, ["CER", "WER", "lost"])
    for group in readers[0].scores:
        scores = [reader.scores[group] for reader in readers]
        cells = [rate(pages) for score in scores for pages in (score.characters, score.words, score.lost)]
        row([group, len(scores[0].words), *cells])
    heads(["sign", "n"], readers, ["recall", "precision"])
    scores = [reader.scores["all but en"] for reader in readers]
    for kind in KINDS:
        parts = [(score.right[kind], of) for score in scores for of in (score.signs[kind], score.said[kind])]
        row([kind, scores[0].signs[kind], *(wilson(right, of) if of else "–" for right, of in parts)])
    for reader in readers:
        print(f"\n{reader.name}: {reader.seconds / reader.pages:.2f} CPU-seconds a page. True and read, with their number:")
        print(reader.scores["all but en"].confused.most_common(25))


def heads(first, readers, measures):
    print()
    row([*first, *(f"{reader.name}: {measure}" for reader in readers for measure in measures)])


def row(cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES))
    parser.add_argument("--alone", action="store_true", help="without Tesseract")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the PDFs")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pages = list(samples(arguments.keep or pathlib.Path(folder), arguments.languages))
        readers = [pincite(arguments.program, model, pages) for model in arguments.models]
        report(readers if arguments.alone else [*readers, tesseract(pages)])


if __name__ == "__main__":
    main()
