"""What the cross-encoder learns from marks: questions of a collection with the passages that answer them.

    pincite-lab candidates questions-short.jsonl --count 50 > candidates.jsonl
    python ../models/reranker/starts.py minilm <all-MiniLM-L6-v2 folder> start ../models/pincite-reranker
    python cross_learning.py questions-short.jsonl candidates.jsonl start [--marks 50,150,all] [--by document|kind]

Half of the documents (or of the kinds of question) have marks, and the questions of the other half are asked before and after.
Then the halves change places. Only the upper layers learn. The order is that of the whole search: 0.3 of the first stage and
0.7 of the cross-encoder, both standardised over the first 50 passages.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path

import numpy
import torch

from learning_table import interval, values

sys.path.insert(0, str(Path(__file__).parent.parent / "models" / "reranker"))
from pairs import Pairs, text  # noqa: E402
from starts import load  # noqa: E402

CROSS = 0.7  # weight of the cross-encoder in the whole search
CANDIDATES = 12  # of a question in a step
TOKENS = 256


def standard(scores):
    return (scores - scores.mean()) / max(scores.std(), 1e-6)


def read(questions, candidates):
    """Questions with texts, logits, first-stage scores and which passages answer."""
    asked = {row["id"]: row for row in map(json.loads, open(questions))}
    found = []
    for row in map(json.loads, open(candidates)):
        question, passages = asked[row["id"]], row["passages"]
        cross = numpy.array([one["cross"] for one in passages])
        total = numpy.array([one["total"] for one in passages])
        texts = [text({"headings": " > ".join(one["passage"]["headings"]), "text": one["passage"]["text"]}) for one in passages]
        found.append({"document": question["pdf"], "kind": question.get("category"), "text": question["question"], "texts": texts, "cross": cross,
                      "first": (total - CROSS * standard(cross)) / (1 - CROSS),
                      "right": {at for at, one in enumerate(passages) if one["covers"]}})
    return found


def first_right(question, cross):
    total = (1 - CROSS) * question["first"] + CROSS * standard(cross)
    order = numpy.argsort(-total, kind="stable")
    return next((rank for rank, at in enumerate(order, 1) if at in question["right"]), None)


def scores(network, pairs, question):
    rows = [pairs.pair(question["text"], text) for text in question["texts"]]
    with torch.no_grad():
        return network(*pairs.tensors(rows))[0].numpy()


def train(network, pairs, questions, frozen, rate, epochs, draw):
    """Softmax over candidates of one document and "none of these", whose score is 0."""
    network.freeze(frozen)
    learning = [weight for weight in network.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(learning, lr=rate, weight_decay=0.01)
    steps = epochs * len(questions)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min((step + 1) / 20, 1.0) * (1 - step / (steps + 1)))
    for _ in range(epochs):
        for question in draw.sample(questions, len(questions)):
            wrong = [at for at in range(len(question["texts"])) if at not in question["right"]]
            chosen = [draw.choice(sorted(question["right"]))] + wrong[:4] + draw.sample(wrong[4:], min(len(wrong[4:]), CANDIDATES - 5))
            logits = network(*pairs.tensors([pairs.pair(question["text"], question["texts"][at]) for at in chosen]))[0]
            loss = torch.nn.functional.cross_entropy(torch.cat([logits, logits.new_zeros(1)])[None], torch.tensor([0]))
            loss.backward()
            optimiser.step()
            optimiser.zero_grad()
            schedule.step()


def main():
    given = argparse.ArgumentParser()
    given.add_argument("questions"), given.add_argument("candidates"), given.add_argument("start", type=Path)
    given.add_argument("--marks", default="50,150,all"), given.add_argument("--by", choices=["document", "kind"], default="document")
    given.add_argument("--frozen", type=int, default=4), given.add_argument("--rate", type=float, default=5e-5)
    given.add_argument("--epochs", type=int, default=2), given.add_argument("--ask", type=int, default=1)
    given = given.parse_args()
    all_questions = read(given.questions, given.candidates)
    names = sorted({question[given.by] for question in all_questions})
    random.Random(1).shuffle(names)
    halves = [set(names[::2]), set(names[1::2])]
    for marks in given.marks.split(","):
        before, after, groups, seconds = [], [], [], []
        for half, other in (halves, halves[::-1]):
            draw = random.Random(2)
            marked = [one for one in all_questions if one[given.by] in half and 0 < len(one["right"]) < len(one["texts"])]
            marked = marked if marks == "all" else draw.sample(marked, min(int(marks), len(marked)))
            network, tokenizer, settings = load(given.start)
            pairs = Pairs(tokenizer, settings["special"], TOKENS)
            began = time.time()
            train(network, pairs, marked, given.frozen, given.rate, given.epochs, draw)
            seconds.append(round(time.time() - began))
            for question in [one for one in all_questions if one[given.by] in other][::given.ask]:
                before.append(first_right(question, question["cross"]))
                after.append(first_right(question, scores(network, pairs, question)))
                groups.append(question["document"])
        row = {"marks": marks, "n": len(before), "training_seconds": seconds}
        for measure in ("Top-1", "MRR@10"):
            was, now = values(before, measure), values(after, measure)
            gained = [round(bound, 1) for bound in interval([new - old for new, old in zip(now, was)], groups)]
            row[measure] = [round(100 * sum(was) / len(was), 1), round(100 * sum(now) / len(now), 1), gained]
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
