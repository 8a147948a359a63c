"""Sets that nothing was fitted to, to measure presence on kinds of questions that were never trained.

    python outside.py <bench folder> > outside.jsonl
    pincite-lab evidence outside.jsonl > evidence.jsonl
    python outside.py measure evidence.jsonl ../pincite-presence/model.json

ContractNLI asks 17 statements of each contract; those "not mentioned" are absent. SQuAD 2.0 has questions that an article does
not answer, and questions of other articles are asked besides. One contract in three and one article in three are taken.
"""

import json
import random
import sys
from itertools import islice
from pathlib import Path

import numpy as np

from fit import area, macro_area, probability

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "research"))
from learning_sets import contractnli

EVERY = 3
OF_ARTICLE = 24  # questions of each kind
OTHER = "another article"


def contracts(path):
    for document in islice(contractnli(path, absent=True), 0, None, EVERY):
        yield {**document, "name": f"contractnli/{document['name']}"}


def articles(path, draw):
    data = json.load(open(path))["data"]
    for article in data[::EVERY]:
        asked = {True: [], False: []}
        for number, paragraph in enumerate(article["paragraphs"]):
            for question in paragraph["qas"]:
                right = [] if question["is_impossible"] else [number]
                asked[bool(right)].append({"text": question["question"], "right": right, "key": "article"})
        other = draw.choice([one for one in data if one is not article])
        others = [question["question"] for paragraph in other["paragraphs"] for question in paragraph["qas"]
                  if not question["is_impossible"]]
        few = [draw.sample(some, min(OF_ARTICLE, len(some))) for some in (asked[True], asked[False], others)]
        foreign = [{"text": text, "right": [], "key": OTHER} for text in few[2]]
        yield {"name": f"squad/{article['title']}", "questions": few[0] + few[1] + foreign,
               "passages": [{"text": paragraph["context"]} for paragraph in article["paragraphs"]]}


def measure(evidence, model):
    rows, model = [json.loads(line) for line in open(evidence)], json.load(open(model))
    features, present = np.array([row["evidence"] for row in rows]), np.array([int(row["present"]) for row in rows])
    scores = probability(np.array([*model["weights"], model["bias"]]), features)
    names, keys = np.array([row["document"] for row in rows]), np.array([row["key"] for row in rows])
    is_contract, is_other = np.char.startswith(names, "contractnli"), keys == OTHER
    own, there = ~is_contract & ~is_other, ~is_contract & (is_other | (present == 1))
    mean = macro_area(scores[is_contract], present[is_contract], keys[is_contract])
    print(f"ContractNLI: mean area of {is_contract.sum()} statements {mean:.3f}")
    print(f"SQuAD, own article: area {area(scores[own], present[own]):.3f} ({own.sum()} questions)")
    print(f"SQuAD, answered against another article: area {area(scores[there], present[there]):.3f}")
    for name, these in (("ContractNLI", is_contract), ("own article", own), (OTHER, is_other)):
        no, yes = these & (scores < model["not_found"]), these & (scores >= model["found"])
        print(f"{name}: not found {no.sum() / these.sum():.1%}, wrongly {present[no].mean() if no.any() else 0:.1%}, "
              f"found {yes.sum() / these.sum():.1%}, wrongly {1 - present[yes].mean() if yes.any() else 0:.1%}")


if __name__ == "__main__":
    if sys.argv[1] == "measure":
        measure(*sys.argv[2:4])
    else:
        bench = Path(sys.argv[1])
        for one in [*contracts(bench / "contractnli/dev.json"), *articles(bench / "squad/dev-v2.0.json", random.Random(3))]:
            print(json.dumps(one))
