#!/usr/bin/env python3
"""Pages per CPU-second: Pincite's reader against poppler's `pdftotext -bbox`, side by side in one run.

    cargo build --release -p pincite-pdf --example words
    tests/peers/pdf_speed.py src-tauri/target/release/examples/words FILE.pdf…

Both find every word with its box, in a process per file, and their output goes nowhere. Each file is read by the one
and the other in turn, `--rounds` times; a file counts with the median of its CPU times (user and system, children
included), so that a busy machine disturbs both alike.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def page_count(words, path):
    fields = subprocess.run([words, "--count", path], capture_output=True, text=True).stdout.split("\t")
    return int(fields[2]) if len(fields) > 2 and fields[1] == "read" else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", help="the release build of the example `words` of pincite-pdf")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    pages = ours = theirs = 0.0
    for path in options.files:
        count = page_count(options.words, path)
        if not count:
            print(f"left out, cannot be read: {path}", file=sys.stderr)
            continue
        times = ([], [])
        for _ in range(options.rounds):
            times[0].append(cpu_seconds([options.words, "--count", path]))
            times[1].append(cpu_seconds(["pdftotext", "-bbox", path, os.devnull]))
        pages += count
        ours += statistics.median(times[0])
        theirs += statistics.median(times[1])
    print(f"pages {pages:.0f}")
    print(f"pincite   {pages / ours:8.0f} pages per CPU-second ({ours:.2f} s)")
    print(f"pdftotext {pages / theirs:8.0f} pages per CPU-second ({theirs:.2f} s)")
    print(f"ratio     {theirs / ours:8.2f}")


if __name__ == "__main__":
    main()
