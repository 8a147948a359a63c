#!/usr/bin/env python3
"""Words, boxes and order as Pincite reads them against what poppler's `pdftotext -bbox` says.

    tests/peers/pdf_words.py src-tauri/target/release/examples/words FILE.pdf…

Prints a table of outcomes (read, and each error code with its count), then over all files both can read: recall and
precision of words (multisets per page), the distance of boxes, and the agreement of reading order, which is the longest
run of words unique to the page that comes in the same order, as a share of all such words. Order is told for all pages
and for pages without a table: poppler reads tables by columns, Pincite by rows, on purpose.
"""

import argparse
import bisect
import collections
import html
import os
import re
import subprocess
import unicodedata

WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)</word>')
HYPHENS = str.maketrans("\u2010\u2011\u00ad", "---")
TIME_LIMIT = 120


def normal(word):
    return unicodedata.normalize("NFKC", word).translate(HYPHENS)


def pincite(program, path):
    """(outcome, pages); a page is (whether it holds a table, [(word, box)])."""
    run = subprocess.run([program, "--bbox", path], capture_output=True, timeout=TIME_LIMIT)
    pages = []
    for line in run.stdout.decode("utf-8", "replace").splitlines():
        if line.startswith("page "):
            pages.append((line.endswith(" table"), []))
        elif pages:
            *box, word = line.split(" ", 4)
            pages[-1][1].append((normal(word), tuple(map(float, box))))
        elif "\tfailed\t" in line:
            return line.split("\t")[2], []
    return ("read" if run.returncode == 0 else f"died {run.returncode}"), pages


def poppler(path):
    run = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, timeout=TIME_LIMIT)
    pages = []
    for line in run.stdout.decode("utf-8", "replace").splitlines():
        if "<page " in line:
            pages.append([])
        elif pages and (match := WORD.search(line)):
            pages[-1].append((normal(html.unescape(match[5])), tuple(float(match[i]) for i in range(1, 5))))
    return pages


def once(words):
    count = collections.Counter(word for word, _ in words)
    return {word: (place, box) for place, (word, box) in enumerate(words) if count[word] == 1}


def same_order(ours, theirs):
    """Share of words in the same order, or None where there are too few to tell."""
    a, b = once(ours), once(theirs)
    places = [b[word][0] for word in a if word in b]
    ends = []
    for place in places:
        at = bisect.bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return len(ends) / len(places) if len(places) >= 10 else None


def quantiles(values):
    values = sorted(values) or [float("nan")]
    return "median %.3f  p90 %.3f  p99 %.3f" % tuple(values[int(len(values) * q)] for q in (0.5, 0.9, 0.99))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", help="the release build of the example `words` of pincite-pdf")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--worst", type=int, default=15, help="how many files of least recall to list")
    options = parser.parse_args()
    outcomes, recalls, xs, ys, orders = collections.Counter(), [], [], [], {True: [], False: []}
    common = ours = theirs = 0
    for path in options.files:
        outcome, pages = pincite(options.words, path)
        reference = poppler(path)
        outcomes[outcome, "poppler reads it" if reference else "poppler does not"] += 1
        found = expected = 0
        for (table, a), b in zip(pages, reference):
            both = collections.Counter(w for w, _ in a) & collections.Counter(w for w, _ in b)
            found, expected, ours = found + both.total(), expected + len(b), ours + len(a)
            places = once(b)
            for word, (_, box) in once(a).items():
                if word in places:
                    other = places[word][1]
                    xs.append(max(abs(box[0] - other[0]), abs(box[2] - other[2])))
                    ys.append(max(abs(box[1] - other[1]), abs(box[3] - other[3])) / max(other[3] - other[1], 1))
            if (order := same_order(a, b)) is not None:
                orders[table].append(order)
        common, theirs = common + found, theirs + expected
        if expected:
            recalls.append((found / expected, expected, os.path.basename(path), outcome))
    for (outcome, other), count in outcomes.most_common():
        print(f"{count:6} {outcome:18} {other}")
    print(f"words: recall {common / max(theirs, 1):.4f}  precision {common / max(ours, 1):.4f}  ({theirs} words)")
    print(f"mean of files' recall {sum(r[0] for r in recalls) / max(len(recalls), 1):.4f}  ({len(recalls)} files)")
    print(f"box sides, horizontally, in points:           {quantiles(xs)}")
    print(f"box sides, vertically, as a share of height:  {quantiles(ys)}")
    for table, values in orders.items():
        if values:
            low = sum(value < 0.8 for value in values)
            kind = "with" if table else "without"
            print(f"order on {len(values)} pages {kind} a table: mean {sum(values) / len(values):.4f}, {low} below .8")
    for recall, count, name, outcome in sorted(recalls)[: options.worst]:
        print(f"  recall {recall:.3f} of {count} words, {outcome}: {name}")


if __name__ == "__main__":
    main()
