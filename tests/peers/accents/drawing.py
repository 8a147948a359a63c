#!/usr/bin/env python3
"""Draws a text as a scanned page of A4: set in a face, then rotated, blurred, noisy and compressed.

    tests/peers/accents/drawing.py src-tauri/crates/ocr/tests/german.png

This makes the picture for the tests of the crate `ocr` from `de.txt`. Needs fonts-liberation, numpy and Pillow.
"""

import io
import pathlib
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

# Inches: the page, its margin, and the leading of lines in em.
PAGE = (8.27, 11.69)
MARGIN = 1.0
LEADING = 1.3


def wrapped(paragraph, font, measure):
    """The lines of a paragraph that fit into a measure."""
    lines = [""]
    for word in paragraph.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > measure:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def page(text, face, points, dpi):
    """The clean page. It is drawn in four times the resolution, because letters on whole pixels would be too even."""
    fine = 4 * dpi
    font = ImageFont.truetype(face, points * fine / 72)
    image = Image.new("L", [round(side * fine) for side in PAGE], 250)
    draw = ImageDraw.Draw(image)
    measure = image.width - 2 * MARGIN * fine
    y = MARGIN * fine
    for paragraph in text.strip().splitlines():
        for line in wrapped(paragraph, font, measure):
            draw.text((MARGIN * fine, y), line, font=font, fill=25)
            y += LEADING * points * fine / 72
        y += 0.4 * points * fine / 72
    return image.reduce(4)


def scan(text, face, points, dpi, seed):
    """The page as a scanner gives it: rotated by up to 0.8 degrees, blurred, noisy, compressed as JPEG."""
    random = np.random.default_rng(seed)
    clean = page(text, face, points, dpi)
    turned = clean.rotate(random.uniform(-0.8, 0.8), resample=Image.Resampling.BICUBIC, fillcolor=250)
    blurred = turned.filter(ImageFilter.GaussianBlur(0.5 * dpi / 150))
    noise = random.normal(0, 7, (blurred.height, blurred.width))
    noisy = np.clip(np.asarray(blurred) + noise, 0, 255).astype(np.uint8)
    packed = io.BytesIO()
    Image.fromarray(noisy).save(packed, "JPEG", quality=65)
    return Image.open(packed).convert("L")


def with_few_greys(image, levels=8):
    """The picture in a few greys, which make a small file."""
    step = 255 / (levels - 1)
    return image.point([round(round(grey / step) * step) for grey in range(256)])


def main():
    text = (pathlib.Path(__file__).parent / "de.txt").read_text("utf-8")
    face = "/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf"
    with_few_greys(scan(text, face, 10.5, 150, seed=1)).save(sys.argv[1], optimize=True)


if __name__ == "__main__":
    main()
