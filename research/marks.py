"""What marks of a few documents say of the others, in a column of a review table.

    python marks.py set <bench> <working folder of models/reranker> set.jsonl
    pincite-lab fusion set.jsonl --depth 16 > scores.jsonl
    python marks.py measure set.jsonl scores.jsonl <all-MiniLM-L6-v2 folder>

A column asks all contracts that were held out of the cross-encoder's training the same question, in short words that were not
trained, or in lay words.
"""

import json
import random
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

MODELS = Path(__file__).resolve().parents[1] / "models"
sys.path += [str(MODELS / "reranker"), str(MODELS / "presence")]


def write_set(bench, folder, out):
    from data import read
    from lay import LAY
    from wordings import TOPICS, held_out

    draw, collection = random.Random(13), read(bench, folder)
    texts, asked = {}, defaultdict(list)
    for question in collection.questions:
        document = collection.documents[question.document]
        if document.family != "contract" or not document.held_out() or question.category in TOPICS or question.category is None:
            continue
        columns = texts.setdefault(question.category, [draw.choice(held_out(question.category)), draw.choice(LAY[question.category])])
        asked[question.document] += [{"text": text, "right": sorted(question.positives), "key": f"{question.category}/{text}"}
                                     for text in columns]
    with open(out, "w") as file:
        for number, questions in asked.items():
            document = collection.documents[number]
            passages = [{"headings": [one["headings"]] if one["headings"] else [], "text": one["text"]} for one in document.passages]
            file.write(json.dumps({"name": document.name, "passages": passages, "questions": questions}) + "\n")


def z(values):
    return (values - values.mean()) / (values.std() + 1e-6)


PRESENCE = json.loads((MODELS / "pincite-presence/model.json").read_text())
CALIBRATION = json.loads((MODELS / "pincite-reranker/pincite.json").read_text())["calibration"]
LEAST = 9.21  # logit of the most sure probability that counts


class Cell:
    """A document asked by a column: its ranking, the logit of presence, and what is right."""

    def __init__(self, line, vectors):
        passages = line["passages"]
        read = [one for one in passages if one["read"]]
        column = lambda name, some: np.array([one[name] for one in some], float)
        dense = 0.9 - 0.6 * line["coverage"]
        fused = (1 - dense) * z(column("lexical", passages)) + dense * z(column("dense", passages)) + column("numeric", passages)
        rank, presence = np.array([one["read"] for one in read], float).T
        kept = np.array([one["read"] is not None for one in passages])
        self.document = line["document"]
        self.score = 0.3 * z(fused[kept]) + 0.7 * z(rank)
        self.right = column("right", read) > 0
        self.present = any(one["right"] for one in passages)
        self.numbers = [one["passage"] for one in read]
        self.vectors = vectors[self.numbers]
        self.answers = vectors[[one["passage"] for one in passages if one["right"]]]
        best = np.clip(CALIBRATION["slope"] * presence.max() + CALIBRATION["offset"], -LEAST, LEAST) / 5
        length, terms = np.log1p(len(vectors)) / 5, np.log1p(len(line["question"].split())) / 5
        evidence = np.array([best, line["coverage"], length, terms, best * length, best * line["coverage"]])
        self.logit = float(evidence @ np.array(PRESENCE["weights"]) + PRESENCE["bias"])


def centroid(cells):
    """The mean vector of marked answers, or nothing."""
    found = [cell.answers.mean(0) for cell in cells if cell.present]
    mean = np.mean(found, 0) if found else None
    return None if mean is None else mean / np.linalg.norm(mean)


def alike(cell, centre):
    return np.zeros(len(cell.score)) if centre is None else cell.vectors @ centre


def fitted(marked, prior, spread):
    """Slope, offset and weight of likeness of a column, near the prior: Newton's method. Each marked cell is compared with the others."""
    rows, present = [], np.array([cell.present for cell in marked], float)
    for cell in marked:
        others = centroid([other for other in marked if other is not cell])
        rows.append([cell.logit, 1, alike(cell, others).max()])
    rows, weights, prior, pull = np.array(rows), np.array(prior, float), np.array(prior, float), np.diag(1 / np.array(spread) ** 2)
    for _ in range(20):
        p = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (p - present) + pull @ (weights - prior)
        weights = weights - np.linalg.solve(rows.T @ (rows * (p * (1 - p))[:, None]) + pull, slope)
    return weights


def judged(cell, weights, centre, gamma):
    """Probability that the document answers, and whether the first passage is right."""
    near = alike(cell, centre)
    logit = weights @ np.array([cell.logit, 1, near.max()])
    score = cell.score + (gamma * z(near) if centre is not None else 0)
    return 1 / (1 + np.exp(-logit)), bool(cell.right[score.argmax()])


def wrong(cell, probability, placed):
    """A wrong state, with one half as the bound, or a wrong place."""
    return (probability >= 0.5) != cell.present or (cell.present and not placed)


def trial(columns, number, seed, prior, spread, gamma):
    """Shares of wrong cells before and after marks of so many documents, and shares in three words."""
    draw, before, after = random.Random(seed), [], []
    general = np.array([1.0, 0.0, 0.0])
    for cells in columns:
        marked = draw.sample(cells, number)
        weights, centre = fitted(marked, prior, spread) if number else general, centroid(marked)
        for cell in cells:
            if cell not in marked:
                before.append(wrong(cell, *judged(cell, general, None, 0)))
                after.append(wrong(cell, *judged(cell, weights, centre, gamma)))
    return np.mean(before), np.mean(after)


def columns_of(file, scores, encoder):
    from encode import embed

    vectors = {}
    for text in open(file):
        document = json.loads(text)
        vectors[document["name"]] = embed(encoder, [one["text"] for one in document["passages"]], 96)
    columns = defaultdict(list)
    for text in open(scores):
        line = json.loads(text)
        columns[line["key"]].append(Cell(line, vectors[line["document"]]))
    return [cells for cells in columns.values() if len(cells) >= 24]


def measure(file, scores, encoder):
    columns = columns_of(file, scores, encoder)
    print(len(columns), "columns")
    for number in (5, 10, 20):
        for gamma in (0, 0.25, 0.5, 1):
            for likeness in (0, 4, 8):
                prior, spread = [1, -0.45 * likeness, likeness], [0.3, 1.5, 3]
                found = np.mean([trial(columns, number, seed, prior, spread, gamma) for seed in range(5)], 0)
                print(number, "marks, gamma", gamma, "likeness", likeness, "wrong before %.3f, after %.3f" % tuple(found),
                      "%.0f %%" % (100 * (found[1] / found[0] - 1)), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "set":
        write_set(*map(Path, sys.argv[2:5]))
    else:
        measure(*map(Path, sys.argv[2:5]))
