"""Measures a table reader against gold tables.

    python3 table_reading.py --reader "COMMAND" --filings FOLDER GOLD_FOLDER... [--errors N] [--json]

The reader is called as `COMMAND PDF FIRST_PAGE LAST_PAGE`, with pages from 0, and prints a list of tables as JSON. Each gold folder is a
set. Of the tables that are read on the pages of a gold table, we compare the one that shares most cells with it. We join none. Rows are
aligned in order by their labels and values, then columns in order by the values of the aligned rows. A cell is RIGHT if its value, label,
parent and period are right. Where the gold period is null, the head must be right instead. A cell without a partner is wrong in all.

The intervals are Wilson's, 95 %, over cells, though cells of a table err together. Extra cells are in percent of the gold cells.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import product
from pathlib import Path

MEASURES = ["found", "value", "label", "parent", "path", "head", "period", "unit", "scale", "RIGHT"]
FOOTNOTE = re.compile(r"\((?:\d{1,2}(?:, ?\d{1,2})*|[a-z]|[ivx]{2,4})\)|[*†‡§¹²³⁰⁴-⁹]")
SCALES = r"(?:hundred|thousand|million|billion)s?"
UNIT = re.compile(rf"\([^()]*\b(?:{SCALES}|unaudited|audited|except)\b[^()]*\)|\(\$ ?(?:mm?|k|bn?)?\)"
                  rf"|\b(?:dollars |amounts |shares )?in {SCALES}\b(?:,? except [a-z -]*)?|\bunaudited\b")


def words(text):
    """The words of a text in lower case, without footnote marks."""
    text = unicodedata.normalize("NFKD", FOOTNOTE.sub(" ", text.lower()))
    return re.findall("[a-z0-9]+", text.replace("'", "").replace("’", ""))


def label(text):
    return "".join(words(text))


def head(column):
    """The set of words of a head, without its units."""
    return {word for line in column["head"] for word in words(UNIT.sub(" ", line.lower()))}


def above(row, steps):
    """The label so many steps above a row's own, which is 0 steps away."""
    return row["path"][-1 - steps] if len(row["path"]) > steps else ""


def value(cell):
    """The number of a cell. A dash is 0."""
    if cell["value"] is None:
        return 0.0 if re.sub(r"[\s$€£¥%()]", "", cell["text"]) in set("-–—−‒―") else None
    return round(float(cell["value"]), 6)


def same_period(gold, read):
    ends = {one["end"] for one in (gold, read) if one and one.get("end")}
    same = gold and read and (gold["span"], gold["year"]) == (read["span"], read["year"]) and len(ends) < 2
    return bool(same) if gold or read else True


def shared(some, others):
    return sum((Counter(some) & Counter(others)).values())


def likeness(some, others):
    """Dice's coefficient of two lists, 1 if both are empty."""
    return 2 * shared(some, others) / (len(some) + len(others)) if some or others else 1.0


def aligned(weights):
    """The pairs (row, column) of a matrix of weights, in order, with the highest sum. Pairs of weight 0 are never taken."""
    height, width, pairs, i, j = len(weights), len(weights[0]), [], 0, 0
    best = [[0.0] * (width + 1) for _ in range(height + 1)]
    for y, x in product(reversed(range(height)), reversed(range(width))):
        best[y][x] = max(best[y + 1][x], best[y][x + 1], best[y + 1][x + 1] + weights[y][x])
    while i < height and j < width:
        both = weights[i][j] > 0 and best[i][j] == best[i + 1][j + 1] + weights[i][j]
        down = both or best[i][j] == best[i + 1][j]
        pairs += [(i, j)] * both
        i, j = i + down, j + (both or not down)
    return pairs


def row_likeness(gold, read):
    labels = likeness(words(above(gold, 0)), words(above(read, 0)))
    values = likeness([value(cell) for cell in gold["cells"]], [value(cell) for cell in read["cells"]])
    parents = likeness(words(above(gold, 1)), words(above(read, 1)))
    return labels + values + 0.2 * parents if values >= 0.3 or labels >= 0.75 else 0.0


def aligned_columns(gold, read, rows):
    """An equal value counts 1, an equal zero or blank less. The heads decide where the values do not."""
    weights = [[0.1 * likeness(head(one), head(other)) for other in read["columns"]] for one in gold["columns"]]
    for i, j in rows:
        for one, other in product(gold["rows"][i]["cells"], read["rows"][j]["cells"]):
            weights[one["column"]][other["column"]] += 0.01 if value(one) != value(other) else 1.0 if value(one) else 0.5
    return aligned(weights)


def chosen(gold, tables):
    """The read table that shares most cells with the gold. Values alone decide between equals. None if no value is shared."""
    def rank(table):
        keys = [[(label(above(row, 0)), value(cell)) for row in one["rows"] for cell in row["cells"]] for one in (gold, table)]
        return shared(*keys), shared(*([number for _, number in some] for some in keys))

    return max(filter(lambda table: any(rank(table)), tables), key=rank, default=None)


def said(table, row, cell):
    """What a cell says by each measure, to compare and to show."""
    over, path = table["columns"][cell["column"]], row["path"] or [""]
    when = cell.get("period") or over["period"]  # a cell's period overrides its column's
    return {
        "value": (value(cell), f"{cell['text']} = {cell['value']}"),
        "label": (label(path[-1]), path[-1]),
        "parent": (label(above(row, 1)), above(row, 1)),
        "path": ([label(one) for one in path], " > ".join(path)),
        "head": (head(over), " / ".join(over["head"])),
        "period": (when, f"{when['span']} {when['year']} {when.get('end') or ''}".strip() if when else "none"),
        "unit": (cell["unit"] or "", cell["unit"]),
        "scale": (cell["scale"], cell["scale"]),
    }


def weighty(gold):
    """The measures that make a cell RIGHT."""
    return "value", "label", "parent", "head" if gold["period"][0] is None else "period"


def compared(gold, read):
    """Whether each measure is right, None where it does not apply. `read` is None where no cell is read."""
    right = {"found": bool(read)} | {one: bool(read) and gold[one][0] == read[one][0] for one in gold}
    right["period"] = bool(read) and same_period(gold["period"][0], read["period"][0])
    blank = gold["value"][0] is None
    right |= ({"unit": None} if blank else {}) | ({"scale": None} if blank or gold["unit"][0] == "%" else {})
    return right | {"RIGHT": all(right[one] for one in weighty(gold))}


def told(number, gold, read, right, own_period):
    """The faults of a cell, each with whether it costs RIGHT. A fault of a row or column reads the same in all of its cells."""
    at_row, at_column = f"row {number} {gold['label'][1]!r}", f"column {gold['head'][1]!r}"
    if not read:
        return [(True, f"missing at {at_row}, {at_column}: {gold['value'][1]}")]
    places = dict.fromkeys(gold, f"{at_row}, {at_column}") | dict.fromkeys(["label", "parent", "path"], at_row)
    places |= dict.fromkeys(["head"] if own_period else ["head", "period"], at_column)
    return [(one in weighty(gold), f"{one} at {where}: {gold[one][1]} -> {read[one][1]}")
            for one, where in places.items() if right[one] is False and (one != "path" or right["parent"] and right["label"])]


def judged(name, gold, read):
    """The judgement of every gold cell, the number of extra cells and the errors to print."""
    read_table = read or {"columns": [], "rows": []}
    rows = aligned([[row_likeness(one, other) for other in read_table["rows"]] for one in gold["rows"]])
    columns = aligned_columns(gold, read_table, rows)
    partners = {(i, at): (read_table["rows"][j], cell) for i, j in rows for at, to in columns
                for cell in read_table["rows"][j]["cells"] if cell["column"] == to}
    cells, faults = [], Counter()
    for i, row in enumerate(gold["rows"]):
        for cell in row["cells"]:
            read_row, other = partners.get((i, cell["column"]), (None, None))
            here, there = said(gold, row, cell), said(read_table, read_row, other) if other else None
            cells.append(compared(here, there))
            if i in dict(rows) and cell["column"] in dict(columns):  # else the whole row or column is told
                faults.update(told(i, here, there, cells[-1], cell.get("period") or other and other.get("period")))
    extra = sum(len(row["cells"]) for row in read_table["rows"]) - sum(right["found"] for right in cells)
    lines = [] if read else ["no table was read"]
    for what, table, side in (("not read", gold, 0), ("only read", read, 1)) if read else ():
        seen, used = {pair[side] for pair in columns}, {pair[side] for pair in rows}
        lines += [f"column {what}: {' / '.join(one['head'])}" for j, one in enumerate(table["columns"]) if j not in seen]
        lines += [f"row {what}: {' > '.join(one['path'])} | {' | '.join(cell['text'] for cell in one['cells'])}"
                  for i, one in enumerate(table["rows"]) if i not in used]
    return {"name": name, "pdf": gold["pdf"], "pages": gold["pages0"], "cells": cells, "faults": faults, "unaligned": lines,
            "RIGHT": 100 * sum(cell["RIGHT"] for cell in cells) / len(cells), "extra": 100 * extra / len(cells)}


def tables_of(reader, pdf, pages):
    """What the reader reads. A reader that fails reads nothing, and we say so."""
    command = [*shlex.split(reader), str(pdf), str(min(pages)), str(max(pages))]
    try:
        return json.loads(subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout)
    except (subprocess.SubprocessError, json.JSONDecodeError) as error:
        print(f"The reader failed: {error} {(getattr(error, 'stderr', None) or '')[-300:]}", file=sys.stderr)
        return []


def share(right):
    """The share in percent with its interval."""
    of, square = max(len(right), 1), 1.96**2
    part = sum(right) / of
    middle, spread = part + square / (2 * of), 1.96 * (part * (1 - part) / of + square / (4 * of * of)) ** 0.5
    low, high = ((middle + sign * spread) / (1 + square / of) for sign in (-1, 1))
    return {"of": len(right), "share": 100 * part, "low": max(0.0, 100 * low), "high": 100 * high}


def summary(tables):
    cells = [cell for table in tables for cell in table["cells"]]
    shares = {measure: share([cell[measure] for cell in cells if cell[measure] is not None]) for measure in MEASURES}
    means = {f"{measure}, mean of tables": sum(table[measure] for table in tables) / len(tables) for measure in ("RIGHT", "extra")}
    return {"tables": len(tables), "cells": len(cells)} | shares | means


def print_errors(table, most):
    """The rows and columns without a partner, then the first faults, each with the number of its cells. Those with `!` cost RIGHT."""
    faults = sorted(table["faults"].items(), key=lambda one: not one[0][0])
    lines = table["unaligned"] + [f"{'!' if costs else ' '} {line} ({cells})" for (costs, line), cells in faults[:most]]
    if lines:
        print(f"## {table['name']} {table['pdf']} {table['pages']}: RIGHT {table['RIGHT']:.1f} %, extra {table['extra']:.1f} %")
        print("\n".join("   " + line[:300] for line in lines))


def print_report(sets):
    print("| % | " + " | ".join(sets) + " |\n|" + " --- |" * (len(sets) + 1))
    for measure in next(iter(sets.values())):
        cells = [f"{one['share']:.1f} ({one['low']:.1f} to {one['high']:.1f})" if isinstance(one, dict) else str(round(one, 1))
                 for one in (figures[measure] for figures in sets.values())]
        print(f"| {measure} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--reader", required=True, help="command that takes a PDF and its first and last page, from 0")
    parser.add_argument("--filings", required=True, type=Path)
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="faults to print of each table")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("gold", nargs="+", type=Path)
    asked, by_set = parser.parse_args(), {}
    for folder in asked.gold:
        some = by_set.setdefault(folder.resolve().name, [])
        for path in sorted(folder.glob("[0-9]*.json")):
            gold = json.loads(path.read_text())
            read = chosen(gold, tables_of(asked.reader, asked.filings / gold["pdf"], gold["pages0"]))
            some.append(judged(f"{folder.resolve().name}/{path.stem}", gold, read))
            if asked.errors and not asked.json:
                print_errors(some[-1], asked.errors)
        if not some:
            parser.error(f"no gold tables in {folder}")
    every = [table for tables in by_set.values() for table in tables]
    sets = {name: summary(tables) for name, tables in by_set.items()} | ({"all": summary(every)} if len(by_set) > 1 else {})
    if asked.json:
        print(json.dumps({"sets": sets, "tables": [{one: table[one] for one in ("name", "RIGHT", "extra")} for table in every]}, indent=1))
    else:
        print_report(sets)


if __name__ == "__main__":
    main()
