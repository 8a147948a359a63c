"""Draws fifty questions, good and bad as they come, from those exported by `pincite questions export`, as a page to read.

    python sample.py <questions.jsonl> [--count 50] [--seed 1] > SAMPLE.md
"""

import argparse
import json
import random
from pathlib import Path


def told(line):
    if line.get("rejected"):
        return f"not kept: {line['rejected']['code'].replace('_', ' ')}"
    return f"kept, found in place {line['rank']}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("questions", type=Path)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    lines = [json.loads(line) for line in given.questions.read_text().splitlines()]
    lines.sort(key=lambda line: (line["document"], line["passage"], line["question"]))
    print("# Fifty questions by the generator\n")
    print(f"Drawn by chance (`sample.py`, seed {given.seed}) from all {len(lines)} that it wrote about the documents in `assets/`, kept")
    print("or not: `pincite add assets/*.pdf`, `pincite questions generate`, `pincite questions export questions.jsonl`.")
    for number, line in enumerate(random.Random(given.seed).sample(lines, given.count), 1):
        print(f"\n{number}. **{line['question']}** ({line['document']}; {told(line)})\n")
        print("   > " + " ".join(line["passage"].split()))


if __name__ == "__main__":
    main()
