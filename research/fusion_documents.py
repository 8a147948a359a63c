"""Writes training questions in SQuAD's form, in documents of several sizes, to fit the weight of vectors with `pincite-lab dense`
(docs/experiments/059-languages.md).

    python3 research/fusion_documents.py PAIRS CONTRACTS FOLDER

PAIRS is `question-generation/pairs.jsonl.gz`, CONTRACTS is `contract-clauses/contracts.jsonl.gz`.
"""

import gzip
import json
import sys
from pathlib import Path

# Every third question: enough to tell weights apart.
EVERY = 3
# Bytes of a piece of a contract, at least and at most.
SHORTEST, LONGEST = 300, 900
# Most pieces of a contract, by the name of its file.
SIZES = {"contracts-small": 40, "contracts-middle": 100, "contracts-large": 10**9}
CONTRACTS_OF_A_SIZE = 60


def lines(path):
    with gzip.open(path, "rt") as file:
        yield from map(json.loads, file)


def paragraph(text, questions):
    answer = {"text": text[:5], "answer_start": 0}
    asked = [{"id": name, "question": question, "is_impossible": False, "answers": [answer]} for name, question in questions]
    return {"context": text, "qas": asked}


def articles(pairs):
    """The paragraphs of each article of SQuAD 1.1 that is in no test set."""
    found = {}
    for pair in lines(pairs):
        if pair["source"] == "squad-v1.1-extra":
            found.setdefault(pair["document"], {}).setdefault(pair["passage"], []).append(pair["question"])
    return {title: [paragraph(text, some(text, asked)) for text, asked in of.items()] for title, of in found.items()}


def some(text, questions):
    """A few of the questions about a paragraph, each with a name."""
    return [(f"{text[:40]} {at}", one) for at, one in enumerate(questions[::EVERY])]


def cut(found, size):
    """Documents of so many paragraphs; what is left over is left out."""
    for title, paragraphs in found.items():
        for start in range(0, len(paragraphs) - size + 1, size):
            yield {"title": f"{title} {start}", "paragraphs": paragraphs[start : start + size]}


def pieces(text):
    """Ranges of a contract that end at a line or a sentence."""
    start = 0
    while start < len(text):
        end = min(len(text), start + LONGEST)
        if end < len(text):
            last = max(text.rfind("\n", start + SHORTEST, end), text.rfind(". ", start + SHORTEST, end))
            end = last + 1 if last > 0 else end
        yield start, end
        start = end


def contract(found):
    """A contract in pieces, with its questions that one clause answers."""
    ranges = list(pieces(found["text"]))
    asked = [[] for _ in ranges]
    for number, question in enumerate(found["questions"]):
        if len(question["clauses"]) == 1:
            [[[at, _], *_]] = question["clauses"]
            place = next(place for place, (start, end) in enumerate(ranges) if start <= at < end)
            asked[place].append((f"{found['id']} {number}", question["question"]))
    texts = [found["text"][start:end].strip() or "." for start, end in ranges]
    return {"title": str(found["id"]), "paragraphs": list(map(paragraph, texts, asked))}


def main(pairs, contracts, folder):
    found = articles(pairs)
    twenty = list(cut(found, 20))
    pool = {"title": "all", "paragraphs": [one for article in twenty for one in article["paragraphs"]]}
    files = {"three": list(cut(found, 3)), "twenty": twenty, "pool": [pool]}
    for made in map(contract, lines(contracts)):
        size = next(name for name, most in SIZES.items() if len(made["paragraphs"]) <= most)
        files.setdefault(size, []).append(made)
    for name, data in files.items():
        kept = data[:CONTRACTS_OF_A_SIZE] if name in SIZES else data
        (Path(folder) / f"{name}.json").write_text(json.dumps({"version": "1", "data": kept}))


if __name__ == "__main__":
    main(*sys.argv[1:])
