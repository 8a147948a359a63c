"""Trains the cross-encoder: a softmax over a question's candidates and "none of these", whose score is 0.

    python train.py <working folder> <all-MiniLM-L6-v2 folder> --minutes 85 --seed 1

A candidate above 0 is more likely to answer than that nothing does. Questions without an answer have "none of these" as
their target. The learning rate falls linearly with the time spent. A checkpoint is written every ten minutes; with
`--resume` a run starts from the last one.
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from network import Pairs, load, text

WITHOUT_ANSWER, WITHOUT_HEADINGS = 0.12, 0.15  # of the questions, of the groups
NEAREST = 10  # negatives that are mostly drawn
WARM_UP, LAST = 0.03, 0.03  # share of the time, share of the learning rate


def rows(file):
    return [json.loads(line) for line in open(file)]


class Groups:
    """Draws groups: a positive (or none) and negatives, most of which are near the top of the first stage."""

    def __init__(self, rows, size, batch, seed):
        self.rows, self.size, self.batch, self.random = rows, size, batch, random.Random(seed)

    def draw(self, row):
        nearest, further = row["negatives"][:NEAREST], row["negatives"][NEAREST:]
        answered = bool(row["positives"]) and self.random.random() >= WITHOUT_ANSWER
        wanted = self.size - answered
        taken = self.random.sample(nearest, min(len(nearest), wanted - 1 if further else wanted))
        pool = further or [passage for passage in nearest if passage not in taken]
        taken += self.random.sample(pool, min(len(pool), wanted - len(taken)))
        if len(taken) < wanted:
            return None
        return ([self.random.choice(row["positives"])] if answered else []) + taken, answered

    def batches(self):
        """Batches of groups of similar length, epoch after epoch."""
        while True:
            self.random.shuffle(self.rows)
            for start in range(0, len(self.rows), self.batch * 24):
                drawn = [(row["question"], *group) for row in self.rows[start:start + self.batch * 24]
                         if (group := self.draw(row))]
                drawn.sort(key=lambda group: sum(len(passage["text"]) for passage in group[1]))
                parts = [drawn[at:at + self.batch] for at in range(0, len(drawn), self.batch)]
                self.random.shuffle(parts)
                yield from (part for part in parts if len(part) == self.batch)

    def pairs(self, part):
        for question, passages, _ in part:
            headings = self.random.random() >= WITHOUT_HEADINGS
            yield from ((question, text(passage, headings)) for passage in passages)


def loss_of(model, pairs, groups, part):
    scores = model(*pairs.tensors(list(groups.pairs(part)))).view(len(part), groups.size)
    scores = torch.cat([scores, torch.zeros(len(part), 1)], 1)
    targets = torch.tensor([0 if answered else groups.size for _, _, answered in part])
    return F.cross_entropy(scores, targets)


def learning_rate(highest, spent):
    rising, falling = min(1, spent / WARM_UP), 1 - (1 - LAST) * max(0, spent - WARM_UP) / (1 - WARM_UP)
    return highest * rising * falling


def optimiser(model):
    trained = [weight for weight in model.parameters() if weight.requires_grad]
    decay = [{"params": [weight for weight in trained if weight.dim() > 1], "weight_decay": 0.01},
             {"params": [weight for weight in trained if weight.dim() == 1], "weight_decay": 0.0}]
    return torch.optim.AdamW(decay, betas=(0.9, 0.98))


def train(arguments):
    torch.manual_seed(arguments.seed)
    folder = Path(arguments.folder)
    model, tokenizer = load(arguments.encoder)
    if arguments.resume:
        model.load_state_dict(torch.load(folder / "model.pt"))
    pairs = Pairs(tokenizer, arguments.longest)
    groups = Groups(rows(folder / "train.jsonl"), arguments.candidates, arguments.batch, arguments.seed)
    optimizer, began, saved, mean = optimiser(model), time.time(), time.time(), 0.0
    for step, part in enumerate(groups.batches(), 1):
        spent = (time.time() - began) / (60 * arguments.minutes)
        if spent >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(arguments.rate, spent)
        loss = loss_of(model, pairs, groups, part)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        mean = 0.98 * mean + 0.02 * loss.item()
        if step % 50 == 0:
            print(f"step {step}, {spent:.0%} of the time, loss {mean / (1 - 0.98 ** step):.4f}", flush=True)
        if time.time() - saved > 600:
            torch.save(model.state_dict(), folder / "model.pt")
            saved = time.time()
    torch.save(model.state_dict(), folder / "model.pt")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("encoder")
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--batch", type=int, default=12, help="groups per step")
    parser.add_argument("--candidates", type=int, default=4, help="candidates per group")
    parser.add_argument("--longest", type=int, default=192, help="tokens per pair")
    parser.add_argument("--resume", action="store_true")
    train(parser.parse_args())
