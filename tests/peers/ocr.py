#!/usr/bin/env python3
"""Text recognition by Pincite against Tesseract: words found, and seconds a page.

    tests/peers/ocr.py src-tauri/target/release/examples/recognise MODEL FILE.pdf [--pages 5] [--dpi 150]

MODEL is the folder of the recogniser (`pincite models fetch pp-ocrv6-tiny` puts it into `models/` of the data folder). The
file needs a text layer, which poppler reads: its words are the truth. Each page is drawn clean and as a bad scan: rotated by
up to two degrees, blurred, noisy, and compressed as JPEG. Recall and precision are of words (multisets per page). Seconds are
CPU-seconds of the child process, start included. Needs poppler-utils, tesseract-ocr, numpy and Pillow; build the example
first: `cargo build --release -p pincite-ocr --example recognise`.
"""

import argparse
import collections
import io
import json
import pathlib
import resource
import subprocess
import tempfile
import unicodedata

import numpy as np
from PIL import Image, ImageFilter

CHARACTERS = str.maketrans("\u2018\u2019\u201c\u201d\u2010\u2011\u2013\u2014\u00ad", "''\"\"-----")


def words(text):
    return collections.Counter(unicodedata.normalize("NFKC", text).translate(CHARACTERS).split())


def truth(path, page):
    numbers = ["-f", str(page), "-l", str(page)]
    return words(subprocess.run(["pdftotext", *numbers, path, "-"], capture_output=True, check=True).stdout.decode())


def draw(path, page, dpi):
    command = ["pdftoppm", "-gray", "-png", "-r", str(dpi), "-f", str(page), "-l", str(page), path]
    return Image.open(io.BytesIO(subprocess.run(command, capture_output=True, check=True).stdout)).convert("L")


def degraded(image, page):
    """A bad scan: rotated by 1 to 2 degrees either way, blurred, noisy, compressed."""
    angle = (1 + page % 5 / 4) * (-1) ** page
    turned = image.rotate(angle, resample=Image.Resampling.BICUBIC, fillcolor=255).filter(ImageFilter.GaussianBlur(0.5))
    noise = np.random.default_rng(page).normal(0, 8, (turned.height, turned.width))
    noisy = np.clip(np.asarray(turned) * 0.9 + 8 + noise, 0, 255).astype(np.uint8)
    packed = io.BytesIO()
    Image.fromarray(noisy).save(packed, "JPEG", quality=60)
    return Image.open(packed).convert("L")


def timed(command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, capture_output=True, check=True, **options).stdout.decode()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pincite(program, model, files):
    output, seconds = timed([program, model], input="\n".join(files).encode())
    pages = [json.loads(line) for line in output.splitlines()]
    return [words(" ".join(word[0] for line in page["lines"] for word in line["words"])) for page in pages], seconds


def tesseract(files, dpi):
    outputs = [timed(["tesseract", file, "-", "--dpi", str(dpi), "-l", "eng"]) for file in files]
    return [words(output) for output, _ in outputs], sum(seconds for _, seconds in outputs)


def row(name, expected, found, seconds):
    common = sum((a & b).total() for a, b in zip(expected, found))
    recall, precision = common / sum(a.total() for a in expected), common / max(1, sum(b.total() for b in found))
    print(f"{name:26} recall {recall:6.1%}  precision {precision:6.1%}  {seconds / len(found):5.2f} CPU-seconds a page")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("model")
    parser.add_argument("file")
    parser.add_argument("--pages", type=int, default=5)
    parser.add_argument("--dpi", type=int, default=150)
    parser.add_argument("--missed", action="store_true", help="print what Pincite did not find, and found instead")
    arguments = parser.parse_args()
    numbers = range(1, arguments.pages + 1)
    expected = [truth(arguments.file, page) for page in numbers]
    for name, change in (("clean", lambda image, page: image), ("degraded", degraded)):
        with tempfile.TemporaryDirectory() as folder:
            files = [str(pathlib.Path(folder) / f"{page}.png") for page in numbers]
            for page, file in zip(numbers, files):
                change(draw(arguments.file, page, arguments.dpi), page).save(file)
            found, seconds = pincite(arguments.program, arguments.model, files)
            row(f"{name}, Pincite", expected, found, seconds)
            row(f"{name}, Tesseract", expected, *tesseract(files, arguments.dpi))
            if arguments.missed:
                for a, b in zip(expected, found):
                    print("  missed", dict(a - b), "\n  instead", dict(b - a))


main()
