"""Draws groups for training: a question, a few passages, and what is known about each."""

import gzip
import json
import random
from collections import defaultdict
from dataclasses import dataclass

from wordings import WORDINGS, trained

# How often a group comes from a source. Sources with the same ending ("-near", "-other", "-foreign") share a weight.
SHARES = {"contract": 30, "contract-absent": 14, "squad-v1.1-extra": 12, "tatqa": 12, "squadshifts-amazon": 6,
          "squadshifts-reddit": 6, "fairytaleqa-train": 5, "squad-train-sentences": 5, "acord": 2, "nonsense": 1,
          "near": 6, "other": 4, "topic": 6, "topic-absent": 3, "foreign": 4}
FULL_QUESTION = 0.3  # of the groups about a category; the others have a short wording
WITHOUT_ANSWER, WITHOUT_HEADINGS = 0.12, 0.15  # of the answered questions, of the groups
NEAREST = 10  # negatives that are mostly drawn
LEFT_OUT = sorted(random.Random(7).sample(sorted(WORDINGS), len(WORDINGS) // 3))  # with `--leave-out`


@dataclass
class Group:
    question: str
    passages: list  # numbers
    answered: bool  # the first passage answers
    span: list  # characters of the answer in the first passage, or None
    ranks: bool  # part of the ranking loss
    headings: bool


def lines(file):
    packed = file.with_name(file.name + ".gz")
    return [json.loads(line) for line in (gzip.open(packed) if packed.exists() else open(file))]


def read(folder, leave_out=False):
    """Passages, and the rows of training and of held-out documents."""
    passages, rows = lines(folder / "passages.jsonl"), lines(folder / "groups.jsonl")
    kept = [row for row in rows if not (leave_out and row["category"] in LEFT_OUT)]
    return passages, [row for row in kept if not row["held"]], [row for row in rows if row["held"]]


class Groups:
    def __init__(self, rows, passages, size, seed):
        self.size, self.passages, self.random = size, passages, random.Random(seed)
        self.by_source, self.next = defaultdict(list), {}
        for row in rows:
            self.by_source[self.kind(row["source"])].append(row)
        self.kinds = [kind for kind in SHARES if self.by_source[kind]]

    def kind(self, source):
        return source if source in SHARES else source.rsplit("-", 1)[1]

    def row(self, kind):
        """The next row of a source, in an order that is shuffled anew for each round."""
        rows, at = self.by_source[kind], self.next.get(kind, 0)
        if at == 0:
            self.random.shuffle(rows)
        self.next[kind] = (at + 1) % len(rows)
        return rows[at]

    def question(self, row):
        if row["category"] and self.random.random() >= FULL_QUESTION:
            return self.random.choice(trained(row["category"]))
        return row["question"]

    def draw(self):
        row = self.row(self.random.choices(self.kinds, [SHARES[kind] for kind in self.kinds])[0])
        answered = bool(row["positives"]) and self.random.random() >= WITHOUT_ANSWER
        nearest, further, wanted = row["negatives"][:NEAREST], row["negatives"][NEAREST:], self.size - answered
        taken = self.random.sample(nearest, min(len(nearest), wanted - 1 if further else wanted))
        pool = further or [one for one in nearest if one not in taken]
        taken += self.random.sample(pool, min(len(pool), wanted - len(taken)))
        if len(taken) < wanted:
            return self.draw()
        positive = [self.random.choice(row["positives"])] if answered else []
        span = row["spans"].get(str(positive[0])) if answered else None
        headings = self.random.random() >= WITHOUT_HEADINGS
        return Group(self.question(row), positive + taken, answered, span, row["ranks"], headings)

    def length(self, group):
        return sum(len(self.passages[at]["text"]) for at in group.passages)

    def batches(self, batch):
        """Batches of groups of similar length, without end."""
        while True:
            drawn = sorted((self.draw() for _ in range(batch * 24)), key=self.length)
            parts = [drawn[at:at + batch] for at in range(0, len(drawn), batch)]
            self.random.shuffle(parts)
            yield from parts
