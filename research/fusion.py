"""Fits the weights of the ranking to documents that the cross-encoder never saw.

    python fusion.py set <bench> <working folder of models/reranker> set.jsonl
    pincite-lab fusion set.jsonl --depth 50 > scores.jsonl
    python fusion.py fit scores.jsonl

Contracts are asked in the annotators' words, which were trained on other contracts, and in short and lay words that were not. Of
the other sources every question is its own, or its keywords. The weights are fitted to five of six parts of the documents and judged on the sixth.
"""

import json
import random
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

MODELS = Path(__file__).resolve().parents[1] / "models"
sys.path += [str(MODELS / "reranker"), str(MODELS / "presence")]

EACH = {"contract": 500, "topic": 100, "tatqa": 200, "squad-v1.1-extra": 150, "fairytaleqa-train": 150,
        "squadshifts-amazon": 100, "squadshifts-reddit": 100}  # questions of a source
FEWEST = 10  # passages of a document


def write_set(bench, folder, out):
    from data import keywords, read
    from lay import LAY
    from wordings import held_out

    draw, collection = random.Random(11), read(bench, folder)
    by_source = defaultdict(list)
    for question in collection.questions:
        document = collection.documents[question.document]
        if question.positives and document.held_out() and len(document.passages) >= FEWEST:
            by_source[question.source].append(question)
    asked = defaultdict(list)
    for source, most in EACH.items():
        for question in draw.sample(by_source[source], min(most, len(by_source[source]))):
            way, text = source, question.text
            if source == "contract":
                way = draw.choice(["full", "short", "lay"])
                text = {"full": text, "short": draw.choice(held_out(question.category)),
                        "lay": draw.choice(LAY[question.category])}[way]
            elif source != "topic" and draw.random() < 0.3:
                text = keywords(text)
            right = sorted(question.positives)
            asked[question.document].append({"text": text, "right": right, "key": f"{way}/{len(asked)}/{text}"})
    with open(out, "w") as file:
        for number, questions in asked.items():
            document = collection.documents[number]
            passages = [{"headings": [one["headings"]] if one["headings"] else [], "text": one["text"]} for one in document.passages]
            file.write(json.dumps({"name": document.name, "passages": passages, "questions": questions}) + "\n")


def z(values):
    return (values - values.mean()) / (values.std() + 1e-9)


class Row:
    """A question with the standardised scores of its passages. `read` names the passages that the cross-encoder read."""

    def __init__(self, line):
        passages = line["passages"]
        column = lambda name: np.array([one[name] for one in passages], float)
        self.document, self.kind, self.coverage = line["document"], line["key"].split("/")[0], line["coverage"]
        self.right = column("right") > 0
        self.lexical, self.dense, self.numeric = z(column("lexical")), z(column("dense")), column("numeric")
        self.read = np.array([one["read"] is not None for one in passages])
        self.rank, self.presence = np.array([one["read"] for one in passages if one["read"]], float).T

    def fused(self, dense):
        return (1 - dense) * self.lexical + dense * self.dense + self.numeric

    def reranked(self, dense, cross):
        """Scores of the passages that were read."""
        return (1 - cross) * z(self.fused(dense)[self.read]) + cross * z(self.rank)

    def place(self, scores, right):
        """The first place of a right passage, from 1."""
        order = np.argsort(-scores, kind="stable")
        found = np.flatnonzero(right[order])
        return found[0] + 1 if len(found) else 1000


def gain(place):
    """Top-1 and MRR@10 weigh the same."""
    return (place == 1) + (1 / place if place <= 10 else 0)


def line(parameters, x):
    """A weight that is one number at x = 0 and another at x = 1."""
    low, high = parameters
    return low + (high - low) * min(max(x, 0), 1)


def dense_place(row, parameters):
    return row.place(row.fused(line(parameters, row.coverage)), row.right)


def sure(row):
    """How sure the cross-encoder is that something answers, 0 to 1."""
    return 1 / (1 + np.exp(-row.presence.max()))


def cross_place(row, parameters, dense):
    scores = row.reranked(line(dense, row.coverage), line(parameters, sure(row)))
    return row.place(scores, row.right[row.read])


STEPS = [step / 10 for step in range(11)]
GRID = [(low, high) for low in STEPS for high in STEPS]


def best(rows, place):
    """The parameters with the highest mean gain, where every kind of question counts the same."""
    kinds = defaultdict(list)
    for row in rows:
        kinds[row.kind].append(row)
    mean = lambda parameters: np.mean([np.mean([gain(place(row, parameters)) for row in some]) for some in kinds.values()])
    return max(GRID, key=mean)


def judged(rows, place, plain, parts=6):
    """Places of all rows by parameters that were fitted to the other documents, and by a constant weight."""
    names = sorted({row.document for row in rows})
    random.Random(1).shuffle(names)
    found = {}
    for part in range(parts):
        out = set(names[part::parts])
        chosen = best([row for row in rows if row.document not in out], place)
        print("part", part, "weights", chosen, flush=True)
        found |= {id(row): (place(row, plain), place(row, chosen)) for row in rows if row.document in out}
    return np.array([found[id(row)] for row in rows])


def table(rows, places):
    kinds = np.array([row.kind for row in rows])
    print("| questions | n | Top-1 / MRR@10, constant | fitted |\n| --- | --- | --- | --- |")
    for kind in [*sorted(set(kinds)), "all"]:
        some = places if kind == "all" else places[kinds == kind]
        figures = [f"{100 * np.mean(one == 1):.1f} / {100 * np.mean(np.where(one <= 10, 1 / one, 0)):.1f}" for one in some.T]
        print(f"| {kind} | {len(some)} | {figures[0]} | {figures[1]} |")
    draw = np.random.default_rng(1)
    difference = (places[:, 1] == 1).astype(float) - (places[:, 0] == 1)
    means = [difference[draw.integers(0, len(rows), len(rows))].mean() for _ in range(2000)]
    print(f"Top-1 gained: {100 * difference.mean():+.1f} ({100 * np.quantile(means, 0.025):+.1f} to {100 * np.quantile(means, 0.975):+.1f})")


def fit(file):
    rows = [Row(json.loads(text)) for text in open(file)]
    print("First stage: dense weight by coverage")
    table(rows, judged(rows, dense_place, (0.4, 0.4)))
    dense = best(rows, dense_place)
    print("all documents:", dense)
    for name, weights in (("as now", (0.4, 0.4)), ("fitted", dense)):
        place = lambda row, parameters: cross_place(row, parameters, weights)
        print(f"Cross-encoder's weight by how sure it is; dense weight {name}")
        table(rows, judged(rows, place, (0.7, 0.7)))
        print("all documents:", best(rows, place))


if __name__ == "__main__":
    if sys.argv[1] == "set":
        write_set(*map(Path, sys.argv[2:5]))
    else:
        fit(sys.argv[2])
