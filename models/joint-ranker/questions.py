"""Writes the training questions of the joint ranker: clause questions about the training contracts, long and short.

    python questions.py <bench>/contract-clauses/contracts.jsonl.gz <folder of data.py> <working folder>

All questions with several clauses are taken, and 28 % of those with one. The contracts that were held out of the
cross-encoder's training are held out here, too: its scores on the others are better than on new contracts.
"""

import gzip
import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "reranker"))
from wordings import trained

SINGLE = 0.28


def questions(rows, draw):
    for number, row in enumerate(rows):
        for question in row["questions"]:
            several = len(question["clauses"]) > 1
            if not several and draw.random() > SINGLE:
                continue
            evidence = [{"pages0": [0], "text": row["text"][start:end], "clause": clause}
                        for clause, spans in enumerate(question["clauses"]) for start, end in spans]
            text = draw.choice([question["question"], *trained(question["category"])])
            yield number, {"id": f"{number}-{question['category']}", "pdf": f"pdf/{number:03d}.pdf",
                           "question": text, "evidence": evidence}


def main(contracts, groups, out):
    rows = [json.loads(line) for line in gzip.open(contracts)]
    held = {row["document"] for row in map(json.loads, open(groups / "groups.jsonl")) if row["held"]}
    files = {kept: open(out / f"{name}.jsonl", "w") for kept, name in ((False, "train"), (True, "held"))}
    for number, question in questions(rows, random.Random(11)):
        files[f"contract/{number:03d}" in held].write(json.dumps(question) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
