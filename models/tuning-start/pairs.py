"""The pairs that the start is trained on: what people asked about passages, in documents large enough for whole batches.

    python pairs.py <pairs.jsonl.gz> <file to write>

A batch holds pairs of one document. Documents of few passages follow each other in one until there are enough; a "document"
of a thousand passages is none, but a heap of texts from everywhere, and is cut up. Questions about single sentences are left
out: among sentences from everywhere they are answered without learning anything.
"""

import gzip
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "question-generator"))
from data import good  # noqa: E402

SMALLEST = 96
HEAP = 1000
SENTENCES = "squad-train-sentences"


def by_source(rows):
    """Questions by source, document and passage, each in the order they came in."""
    sources = {}
    for row in rows:
        if row["source"] != SENTENCES and good(row):
            passages = sources.setdefault(row["source"], {}).setdefault(row["document"], {})
            passages.setdefault(row["passage"], []).append(row["question"])
    return sources


def gathered(documents):
    """The same passages in documents of a useful size."""
    so_far = {}
    for passages in documents.values():
        for passage, questions in passages.items():
            so_far[passage] = questions
            if len(passages) > HEAP and len(so_far) >= SMALLEST:
                yield so_far
                so_far = {}
        if len(so_far) >= SMALLEST:
            yield so_far
            so_far = {}
    if so_far:
        yield so_far


def main(source, target):
    with gzip.open(source, "rt") as lines:
        sources = by_source(map(json.loads, lines))
    documents = [(name, passages) for name in sorted(sources) for passages in gathered(sources[name])]
    with open(target, "w") as file:
        for number, (name, passages) in enumerate(documents):
            for passage, questions in passages.items():
                for question in questions:
                    row = {"document": f"{name} {number}", "passage": passage, "question": question}
                    file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
