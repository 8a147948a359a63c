"""Prints the cells of the first sheet of a workbook as JSON: rows of texts and numbers. It needs Python alone, so that
another program than the one that wrote the workbook reads it."""

import json
import re
import sys
import xml.etree.ElementTree as xml
import zipfile

NAME = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def column(reference):
    """The number of a column, from 0: "AB12" is 27."""
    number = 0
    for letter in re.match("[A-Z]+", reference).group():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def value(cell, strings):
    stored = cell.find(NAME + "v")
    if stored is None:
        return None
    return strings[int(stored.text)] if cell.get("t") == "s" else float(stored.text)


with zipfile.ZipFile(sys.argv[1]) as book:
    shared = xml.fromstring(book.read("xl/sharedStrings.xml"))
    strings = ["".join(text.text or "" for text in item.iter(NAME + "t")) for item in shared]
    sheet = xml.fromstring(book.read("xl/worksheets/sheet1.xml"))
rows = []
for row in sheet.iter(NAME + "row"):
    cells = {column(cell.get("r")): value(cell, strings) for cell in row}
    rows.append([cells.get(at) for at in range(max(cells, default=-1) + 1)])
json.dump(rows, sys.stdout)
