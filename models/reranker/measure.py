"""Measures a network on documents that were held out of training.

    python measure.py <folder of data.py> <start's folder> [<result.safetensors>] [--each 25] [--threads 1]

- *First of 20*: how often a positive has the highest `rank` among it and 19 negatives, by source.
- *Presence*: cells of held-out contracts, by the best of a few passages. AUROC by category, then the mean over categories. A
  present cell always has a passage that answers among them, so the figures leave out what the search misses.
- *Near misses*: a question about a text against one with a changed word, by the best of a few passages of the same document.

Contracts are asked in three ways: with the annotators' question, a trained wording, and a wording that was held out.
"""

import argparse
import random
from collections import defaultdict
from pathlib import Path

import torch

from groups import LEFT_OUT, read
from pairs import Pairs, text
from starts import load
from wordings import held_out, trained

OF = 20  # candidates for ranking
FEWEST = 3  # present and absent cells of a category
SHORT = {"full question": lambda row: [row["question"]], "trained wording": lambda row: trained(row["category"]),
         "held-out wording": lambda row: held_out(row["category"])}


@torch.no_grad()
def scores(network, pairs, passages, asked, batch=64):
    """Question and numbers of passages each → rank and presence [passages] of each."""
    flat = [(place, pairs.pair(question, text(passages[at]))) for place, (question, numbers) in enumerate(asked) for at in numbers]
    order, found = sorted(range(len(flat)), key=lambda at: len(flat[at][1][0])), torch.zeros(len(flat), 2)
    for start in range(0, len(order), batch):
        part = order[start:start + batch]
        rank, presence, _ = network(*pairs.tensors([flat[at][1] for at in part], network.words.weight.device))
        found[part] = torch.stack([rank, presence], 1).cpu()
    return found.split([len(numbers) for _, numbers in asked])


def auroc(positive, negative):
    above = sum((one > other) + 0.5 * (one == other) for one in positive for other in negative)
    return above / (len(positive) * len(negative))


class Measure:
    def __init__(self, arguments):
        self.network, tokenizer, settings = load(arguments.start, arguments.result)
        self.network.to(arguments.device)
        self.passages, _, rows = read(Path(arguments.folder))
        self.pairs, self.each = Pairs(tokenizer, settings["special"], 256), arguments.each
        self.few, self.most = arguments.few, arguments.most
        self.random, self.by_source = random.Random(3), defaultdict(list)
        self.random.shuffle(rows)
        for row in rows:
            self.by_source[row["source"]].append(row)

    def scores(self, asked):
        return scores(self.network, self.pairs, self.passages, asked)

    def first_of(self, name, rows, question):
        asked = [(self.random.choice(question(row)), (row["positives"][:1] + row["negatives"])[:OF]) for row in rows]
        right = sum(bool((found[1:, 0] < found[0, 0]).all()) for found in self.scores(asked))
        print(f"| {name} | {len(rows)} | {100 * right / len(rows):.1f} % |", flush=True)

    def ranking(self):
        print(f"| source | questions | first of {OF} |\n| --- | --- | --- |")
        for source, rows in sorted(self.by_source.items()):
            rows = [row for row in rows if row["positives"]][:self.each]
            ways = SHORT if source == "contract" else {"": lambda row: [row["question"]]}
            for way, question in ways.items() if rows else ():
                self.first_of(f"{source} {way}".strip(), rows, question)

    def cells(self):
        """Absent and present cells of each category that has enough of both."""
        found = defaultdict(lambda: ([], []))
        for source, kind in (("contract", 1), ("contract-absent", 0)):
            for row in self.by_source[source]:
                found[row["category"]][kind].append(row)
        return {category: (absent[:self.most], present[:self.most]) for category, (absent, present) in found.items()
                if min(len(absent), len(present)) >= FEWEST}

    def presence(self):
        print("\n| wording | categories | AUROC by presence | by rank | left out: by presence | others: by presence |")
        print("| --- | --- | --- | --- | --- | --- |")
        cells = self.cells()
        for way in ("trained wording", "held-out wording"):
            found = {category: self.category(*rows, SHORT[way]) for category, rows in sorted(cells.items())}
            mean = lambda head, some: sum(found[one][head] for one in some) / max(1, len(some))
            left = [one for one in found if one in LEFT_OUT]
            others = [one for one in found if one not in LEFT_OUT]
            print(f"| {way} | {len(found)} | {mean(1, found):.3f} | {mean(0, found):.3f} | {mean(1, left):.3f} "
                  f"({len(left)}) | {mean(1, others):.3f} |", flush=True)

    def category(self, absent, present, question):
        """AUROC of a category by rank and by presence."""
        best = [self.best([(self.random.choice(question(row)), self.few_of(row)) for row in rows]) for rows in (present, absent)]
        return [auroc(best[0][:, head].tolist(), best[1][:, head].tolist()) for head in (0, 1)]

    def best(self, asked):
        return torch.stack([found.amax(0) for found in self.scores(asked)])

    def near_misses(self):
        texts = [source for source in self.by_source if f"{source}-near" in self.by_source]
        chosen = [[row for source in texts for row in self.by_source[source + end][:self.each]] for end in ("", "-near")]
        best = [self.best([(row["question"], self.few_of(row)) for row in rows]) for rows in chosen]
        by = [auroc(best[0][:, head].tolist(), best[1][:, head].tolist()) for head in (0, 1)]
        print(f"\nNear misses about texts: AUROC {by[1]:.3f} by presence, {by[0]:.3f} by rank ({len(best[0])}, {len(best[1])})")

    def few_of(self, row):
        return (row["positives"][:1] + row["negatives"])[:self.few]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("start")
    parser.add_argument("result", nargs="?")
    parser.add_argument("--each", type=int, default=25, help="questions of a source")
    parser.add_argument("--few", type=int, default=4, help="passages by which presence is judged")
    parser.add_argument("--most", type=int, default=8, help="present and absent cells of a category")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=0)
    given = parser.parse_args()
    if given.threads:
        torch.set_num_threads(given.threads)
    measure = Measure(given)
    measure.ranking()
    measure.presence()
    measure.near_misses()
