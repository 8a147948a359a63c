"""Trains the decoder on the encoder's ready-made states; goes on from its last checkpoint when started again.

    python train.py <working folder> <all-MiniLM-L6-v2 folder> [--epochs 8] [--seed 1] [--device cpu]
"""

import argparse
import collections
import json
import math
import os
import pickle
import random
import time
from pathlib import Path

import numpy
import torch
from safetensors.torch import load_file

from network import CLS, Writer

OWN_WORDS = 8000
TOKENS = 8192
PEAK, WARM_UP, DECAY = 5e-4, 200, 0.01
SAVE_EVERY = 200


class Examples:
    def __init__(self, work):
        kept = pickle.loads((work / "examples.pickle").read_bytes())
        self.sources, self.questions, self.starts = kept["sources"], kept["questions"], kept["starts"]
        self.states = numpy.load(work / "states.npy", mmap_mode="r")
        sides = collections.defaultdict(list)
        for at, out in enumerate(kept["held_out"]):
            sides[out].append(at)
        self.training, self.held_out = sides[False], sides[True]

    def own_words(self):
        """The ids the decoder may choose by itself: those that questions are mostly made of."""
        counts = collections.Counter(token for at in self.training for question in self.questions[at] for token in question)
        return torch.tensor(sorted(token for token, _ in counts.most_common(OWN_WORDS)))

    def batches(self, chosen, shuffle):
        """Sources of like length together, as many as the budget of tokens holds."""
        order = sorted(chosen, key=lambda at: (len(self.sources[at]), shuffle.random()))
        batch, batches = [], []
        for at in order:
            if batch and len(self.sources[at]) * (len(batch) + 1) > TOKENS:
                batches.append(batch)
                batch = []
            batch.append(at)
        batches.append(batch)
        shuffle.shuffle(batches)
        return batches

    def tensors(self, batch):
        longest = max(len(self.sources[at]) for at in batch)
        ids = torch.zeros(len(batch), longest, dtype=torch.long)
        states = torch.zeros(len(batch), longest, self.states.shape[1])
        for row, at in enumerate(batch):
            length = len(self.sources[at])
            ids[row, :length] = torch.tensor(self.sources[at])
            states[row, :length] = torch.from_numpy(self.states[self.starts[at]: self.starts[at + 1]].astype(numpy.float32))
        asked = [(row, [CLS, *question]) for row, at in enumerate(batch) for question in self.questions[at]]
        tokens = torch.full((len(asked), max(len(question) for _, question in asked)), -1)
        for at, (_, question) in enumerate(asked):
            tokens[at, : len(question)] = torch.tensor(question)
        return states, ids, torch.tensor([row for row, _ in asked]), tokens


def likelihood(writer, tensors, device):
    """Sum of the log-probabilities of all tokens, and their number."""
    states, ids, owner, tokens = (tensor.to(device) for tensor in tensors)
    with torch.autocast(device, torch.bfloat16):
        source = writer.source(states, ids)
        likely = writer(source, ids, ids != 0, owner, tokens)
    return likely.sum(), int((tokens[:, 1:] >= 0).sum())


@torch.no_grad()
def held_out_loss(writer, examples, device):
    writer.eval()
    parts = [likelihood(writer, examples.tensors(batch), device)
             for batch in examples.batches(examples.held_out, random.Random(0))]
    writer.train()
    return -float(sum(part[0] for part in parts)) / sum(part[1] for part in parts)


def rate(step, steps):
    if step < WARM_UP:
        return (step + 1) / WARM_UP
    return 0.5 * (1 + math.cos(math.pi * (step - WARM_UP) / max(1, steps - WARM_UP)))


class Run:
    def __init__(self, work, model, given):
        torch.manual_seed(given.seed)
        self.given, self.file, self.examples = given, work / "checkpoint.pt", Examples(work)
        w = {name.removeprefix("bert."): array.float() for name, array in load_file(model / "model.safetensors").items()}
        self.writer = Writer(w["embeddings.word_embeddings.weight"], self.examples.own_words()).begin(w).to(given.device)
        decayed = [p for p in self.writer.parameters() if p.dim() > 1]
        plain = [p for p in self.writer.parameters() if p.dim() <= 1]
        groups = [{"params": decayed, "weight_decay": DECAY}, {"params": plain, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=PEAK, betas=(0.9, 0.98))
        self.steps = len(self.epoch(0)) * given.epochs
        self.scheduler = torch.optim.lr_scheduler.LambdaLR(self.optimiser, lambda step: rate(step, self.steps))
        self.step, self.course = 0, []
        if self.file.exists():
            self.restore()

    def epoch(self, number):
        return self.examples.batches(self.examples.training, random.Random(self.given.seed * 1000 + number))

    def restore(self):
        kept = torch.load(self.file, map_location=self.given.device, weights_only=False)
        self.writer.load_state_dict(kept["writer"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.scheduler.load_state_dict(kept["scheduler"])
        self.step, self.course = kept["step"], kept["course"]

    def save(self):
        parts = {name: getattr(self, name).state_dict() for name in ("writer", "optimiser", "scheduler")}
        half = self.file.with_suffix(".half")
        torch.save(parts | {"step": self.step, "course": self.course}, half)
        os.replace(half, self.file)

    def learn(self, batch):
        likely, count = likelihood(self.writer, self.examples.tensors(batch), self.given.device)
        loss = -likely / count
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.writer.parameters(), 1.0)
        self.optimiser.step()
        self.scheduler.step()
        self.step += 1
        return float(loss)

    def go(self):
        per_epoch, losses, began = self.steps // self.given.epochs, [], time.time()
        while self.step < self.steps:
            number, place = divmod(self.step, per_epoch)
            for batch in self.epoch(number)[place:]:
                losses.append(self.learn(batch))
                if self.step % 50 == 0:
                    pace = 50 / (time.time() - began)
                    print(f"step {self.step} of {self.steps}, loss {numpy.mean(losses[-50:]):.3f}, {pace:.2f} a second", flush=True)
                    began = time.time()
                if self.step % SAVE_EVERY == 0:
                    self.save()
            held_out = held_out_loss(self.writer, self.examples, self.given.device)
            self.course.append({"epoch": number + 1, "loss": float(numpy.mean(losses)), "held_out": held_out})
            print(json.dumps(self.course[-1]), flush=True)
            losses = []
            self.save()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    given = parser.parse_args()
    Run(given.work, given.model, given).go()


if __name__ == "__main__":
    main()
