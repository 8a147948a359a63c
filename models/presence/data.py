"""Writes the training set of the model of presence: documents, with questions that they answer and questions that they do not.

    python data.py <bench folder> <folder of ../reranker/data.py> <working folder>
    pincite-lab evidence <working folder>/set.jsonl > <working folder>/evidence.jsonl

Only documents that were held out of the cross-encoder's training are here: of others it is too sure. Contracts are asked the 41
categories, whether they have such a clause or not: in two of the annotators' words, short ones, and lay ones. Of articles and
tales one half of the passages is kept. It answers the questions about itself, and most of the questions about the other half it
does not. All are asked nonsense, and something that belongs to another document.
"""

import json
import random
import string
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "reranker"))
from clauses import Reduced, answering
from collection import lines
from lay import LAY
from wordings import WORDINGS

SOURCES = {"squad-v1.1-extra": (24, 12), "fairytaleqa-train": (12, 10)}  # documents, and questions of each half
ELSEWHERE = 3  # questions of other documents


def question(text, right=(), key=None):
    return {"text": text, "right": sorted(right), "key": key}


def nonsense(draw):
    word = lambda: "".join(draw.choices(string.ascii_lowercase, k=draw.randint(3, 8)))
    return question(" ".join(word() for _ in range(draw.randint(1, 5))), key="nonsense")


def contracts(bench, held, passages, draw):
    by_file, by_contract = defaultdict(list), defaultdict(list)
    for passage in passages:
        by_file[passage["document"]].append({"headings": passage["headings"], "text": passage["text"]})
    for row in lines(bench / "review-table/training.jsonl.gz"):
        by_contract[row["document"]].append(row)
    for number, contract in enumerate(lines(bench / "contract-clauses/contracts.jsonl.gz")):
        found = by_file[f"{number:03d}.pdf"]
        if len(found) < 4 or f"contract/{number:03d}" not in held:
            continue
        texts, asked = [Reduced(passage["text"]) for passage in found], []
        for row in by_contract[contract["id"]]:
            right, _ = answering(texts, row["spans"]) if row["present"] else ({}, None)
            if row["present"] and not right:
                continue  # Pincite's passages do not have the text, so nobody can find it
            worded = [row["question"], draw.choice(WORDINGS[row["category"]]), draw.choice(LAY[row["category"]])]
            asked += [question(text, right, row["category"]) for text in draw.sample(worded, 2)]
        yield f"contract/{number:03d}", found, asked


def halves(pairs, held, draw):
    by_document = defaultdict(lambda: defaultdict(list))
    for pair in pairs:
        if pair["source"] in SOURCES:
            by_document[pair["source"], pair["document"]][pair["passage"]].append(pair["question"])
    for source, (documents, most) in SOURCES.items():
        names = [key for key, passages in by_document.items()
                 if key[0] == source and f"{source}/{key[1]}/0" in held and len(passages) >= 8]
        for key in draw.sample(names, min(documents, len(names))):
            passages = list(by_document[key].items())
            kept = set(draw.sample(range(len(passages)), len(passages) // 2))
            texts = [{"headings": [], "text": passages[at][0]} for at in sorted(kept)]
            inside = [question(text, [place], source) for place, at in enumerate(sorted(kept)) for text in passages[at][1]]
            outside = [question(text, (), source) for at, (_, asked) in enumerate(passages) if at not in kept for text in asked]
            yield "/".join(key), texts, draw.sample(inside, min(most, len(inside))) + draw.sample(outside, min(most, len(outside)))


def main(bench, trained, work):
    draw, held = random.Random(5), {row["document"] for row in lines(trained / "groups.jsonl") if row["held"]}
    documents = [*contracts(bench, held, lines(trained / "contracts.jsonl"), draw),
                 *halves(lines(bench / "question-generation/pairs.jsonl.gz"), held, draw)]
    kinds = defaultdict(list)
    for name, _, asked in documents:
        kinds[name.split("/")[0]].append(asked)
    with open(work / "set.jsonl", "w") as file:
        for name, passages, asked in documents:
            others = [one for kind, some in kinds.items() if kind != name.split("/")[0] for group in some for one in group]
            others = [question(one["text"], key="another document") for one in draw.sample(others, min(ELSEWHERE, len(others)))]
            row = {"name": name, "passages": passages, "questions": asked + [nonsense(draw)] + others}
            file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
