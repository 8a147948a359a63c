"""Trains the cross-encoder's three heads together.

    python train.py <folder of data.py> <start's folder> <folder to write> --minutes 8 --device cuda
    python train.py <folder of data.py> <start's folder> <folder to write> --until 17:00 --threads 1

`rank` has a softmax over a question's candidates and "none of these", whose score is 0. Rows that say so stay out of it: near
misses and most absent cells. `presence` has the binary cross-entropy of each pair, and `span` the cross-entropy of start and
end. The learning rate falls with the time that is left. A checkpoint is written every ten minutes; `--resume` goes on from it.
"""

import argparse
import time
from datetime import datetime
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

from batches import Batches
from groups import LEFT_OUT, read
from pairs import Pairs
from starts import load

WARM_UP, LAST = 0.03, 0.03  # share of the time, share of the learning rate
HEADS_RATE = 3  # how much faster the heads learn
SPAN = 0.5  # weight of the span loss
TAUGHT = 0.6  # share of a teacher's probabilities in what rank and presence should say
EVERY = 600  # seconds between checkpoints
FIXED = ("words.", "positions.")  # they are those of the start
PIECE = 16_000_000  # bytes


def losses(network, batch, share, teacher=None):
    """Losses of rank, presence and span. A teacher's probabilities are a part of what rank and presence should say."""
    rank, presence, span = network(*batch.inputs, share=share)
    scores = F.pad(rank.view(-1, batch.size), (0, 1))
    each, labels = F.cross_entropy(scores, batch.targets, reduction="none"), batch.labels
    if teacher:
        probable, present = lesson(teacher, batch)
        each = (1 - TAUGHT) * each + TAUGHT * F.cross_entropy(scores, probable, reduction="none")
        labels = (1 - TAUGHT) * labels + TAUGHT * present
    starts, ends = (F.cross_entropy(span[:, :, part], batch.spans[:, part], ignore_index=-100) for part in (0, 1))
    ranked = (each * batch.ranks).sum() / batch.ranks.sum().clamp(min=1)
    return ranked, F.binary_cross_entropy_with_logits(presence, labels), starts + ends


@torch.no_grad()
def lesson(teacher, batch):
    """The teacher's probabilities: which candidate answers or none [groups, candidates + 1], and whether each does [pairs]."""
    rank, presence, _ = teacher(*batch.taught)
    return F.pad(rank.view(-1, batch.size), (0, 1)).softmax(1), presence.sigmoid()


def learning_rate(highest, spent):
    rising, falling = min(1, spent / WARM_UP), 1 - (1 - LAST) * max(0, spent - WARM_UP) / (1 - WARM_UP)
    return highest * rising * falling


def optimiser(network):
    """AdamW with four kinds of weights: of layers or heads, matrices (which decay) or vectors."""
    kinds = {}
    for name, weight in network.named_parameters():
        if weight.requires_grad:
            kinds.setdefault((name.startswith(("rank.", "presence.", "span.")), weight.dim() > 1), []).append(weight)
    return torch.optim.AdamW([{"params": weights, "weight_decay": 0.01 * matrix, "faster": HEADS_RATE if head else 1}
                              for (head, matrix), weights in kinds.items()], betas=(0.9, 0.98))


class Clock:
    """The share of the time that is spent. A run that is resumed goes on from the share it had reached."""

    def __init__(self, arguments, spent):
        self.began, self.first = time.time(), spent
        self.ends = self.began + 60 * arguments.minutes if arguments.minutes else until(arguments.until)

    def spent(self):
        return self.first + (1 - self.first) * (time.time() - self.began) / (self.ends - self.began)


def until(clock):
    hours, minutes = map(int, clock.split(":"))
    return datetime.now().replace(hour=hours, minute=minutes, second=0).timestamp()


class Run:
    def __init__(self, arguments):
        torch.manual_seed(arguments.seed)
        self.arguments, self.out = arguments, Path(arguments.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.network, pairs = self.loaded(arguments.start, arguments.weights)
        self.network.freeze(arguments.frozen)
        self.teacher, taught = self.loaded(*arguments.teacher) if arguments.teacher else (None, None)
        self.optimizer, self.step, self.spent = optimiser(self.network), 0, 0.0
        if arguments.resume:
            self.resume()
        passages, rows, _ = read(Path(arguments.folder), arguments.leave_out)
        self.batches = Batches(rows, passages, pairs, taught, arguments, arguments.seed + self.step)

    def loaded(self, start, weights=None):
        """The network of a start and a training, and what makes its pairs."""
        network, tokenizer, settings = load(start, weights)
        return network.to(self.arguments.device), Pairs(tokenizer, settings["special"], self.arguments.longest)

    def resume(self):
        saved = torch.load(self.out / "checkpoint.pt", map_location=self.arguments.device)
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.step, self.spent = saved["step"], saved["spent"]

    def save(self):
        saved = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(), "step": self.step,
                 "spent": self.spent}
        torch.save(saved, self.out / "checkpoint.new")
        (self.out / "checkpoint.new").rename(self.out / "checkpoint.pt")

    def learn(self, batch):
        for group in self.optimizer.param_groups:
            group["lr"] = group["faster"] * learning_rate(self.arguments.rate, self.spent)
        found = losses(self.network, batch.to(self.arguments.device), self.arguments.presence_gradient, self.teacher)
        self.optimizer.zero_grad()
        (found[0] + found[1] + SPAN * found[2]).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        return torch.stack([loss.detach() for loss in found])

    def train(self):
        clock, saved, first = Clock(self.arguments, self.spent), time.time(), self.step
        mean, said = None, time.time()
        for batch in self.batches.loader():
            self.spent = clock.spent()
            if self.spent >= 1:
                break
            found = self.learn(batch)
            mean = found if mean is None else 0.98 * mean + 0.02 * found
            self.step += 1
            if self.step % self.arguments.say == 0:
                self.say(mean, time.time() - said)
                said = time.time()
            if time.time() - saved > EVERY:
                self.save()
                saved = time.time()
        write_result(self.network, self.out)
        print(f"{self.step - first} steps")

    def say(self, mean, seconds):
        losses = ", ".join(f"{name} {loss:.4f}" for name, loss in zip(("rank", "presence", "span"), mean.tolist()))
        groups = self.arguments.batch
        print(f"{datetime.now():%H:%M:%S} step {self.step}, {self.spent:.1%} of the time, {self.step * groups} groups, {losses}, "
              f"{self.arguments.say * groups / seconds:.2f} groups a second", flush=True)


def write_result(network, out):
    """The trained weights in 16 bits, as one file and in pieces; `cat result.part-*` gives the file again."""
    state = {name: weight.half().cpu().contiguous() for name, weight in network.state_dict().items()
             if not name.startswith(FIXED)}
    save_file(state, out / "result.safetensors")
    data = (out / "result.safetensors").read_bytes()
    for number, at in enumerate(range(0, len(data), PIECE)):
        (out / f"result.part-{number}").write_bytes(data[at:at + PIECE])


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("start")
    parser.add_argument("out")
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--minutes", type=float)
    length.add_argument("--until", help="time of day, as 17:00")
    parser.add_argument("--weights", help="result.safetensors of an earlier training to begin with")
    parser.add_argument("--teacher", nargs=2, metavar=("START", "RESULT"), help="a trained network whose probabilities are learned")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=8e-5)
    parser.add_argument("--batch", type=int, default=12, help="groups per step")
    parser.add_argument("--candidates", type=int, default=4, help="candidates per group")
    parser.add_argument("--longest", type=int, default=192, help="tokens per pair")
    parser.add_argument("--frozen", type=int, default=2, help="lowest layers that are not trained")
    parser.add_argument("--presence-gradient", type=float, default=0.3,
                        help="share of the gradient of presence and span that reaches the shared layers")
    parser.add_argument("--leave-out", action="store_true", help=f"train without these categories: {', '.join(LEFT_OUT)}")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--workers", type=int, default=0, help="processes that make batches")
    parser.add_argument("--say", type=int, default=20, help="steps between lines of the log")
    parser.add_argument("--resume", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    given = arguments()
    if given.threads:
        torch.set_num_threads(given.threads)
    Run(given).train()
