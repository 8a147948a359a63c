"""Seconds a training step: Pincite beside PyTorch, same model, same texts, same loss and update, one run.

The two take turns, so that other work on the machine falls on both; medians are compared. The table of words is trained
by neither. Also the most memory each has held.

    pip install torch transformers
    cargo build --release -p pincite-models --example train_step      (in src-tauri)
    python tests/peers/train_speed.py <model folder> [--pairs 32] [--question 16] [--passage 160] [--rounds 5] [--device cpu]
"""

import argparse
import json
import resource
import statistics
import subprocess
import time
from pathlib import Path

import torch
from transformers import BertModel

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "src-tauri/target/release/examples/train_step"


class Pincite:
    def __init__(self, model, sizes, device):
        command = [PROGRAM, model, *map(str, sizes), device]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, what):
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()
        return [float(number) for number in self.process.stdout.readline().split()]

    def __call__(self):
        return self.say("step")

    def memory(self):
        return self.say("memory")[0]


def texts(count, tokens):
    return torch.tensor([[1000 + (row * 7919 + column * 104729) % 28000 for column in range(tokens)] for row in range(count)])


class PyTorch:
    def __init__(self, model, sizes, device):
        pairs, question, passage = sizes
        self.device = "cuda" if device == "gpu" else "cpu"
        self.model = BertModel.from_pretrained(model, add_pooling_layer=False).to(self.device).eval()
        self.model.embeddings.word_embeddings.weight.requires_grad_(False)
        self.temperature = torch.nn.Parameter(torch.tensor([20.0], device=self.device).log())
        self.batch = [texts(pairs, question).to(self.device), texts(pairs, passage).to(self.device)]
        self.weights = [w for w in self.model.parameters() if w.requires_grad] + [self.temperature]
        self.optimiser = torch.optim.AdamW(self.weights, lr=2e-5, weight_decay=0.01)

    def embed(self, ids):
        hidden = self.model(ids, attention_mask=torch.ones_like(ids)).last_hidden_state
        return torch.nn.functional.normalize(hidden.mean(1), dim=1)

    def __call__(self):
        start = time.perf_counter()
        questions, passages = map(self.embed, self.batch)
        similarities = questions @ passages.T * self.temperature.exp()
        target = torch.arange(len(questions), device=self.device)
        cross_entropy = torch.nn.functional.cross_entropy
        loss = (cross_entropy(similarities, target) + cross_entropy(similarities.T, target)) / 2
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights, 1.0)
        self.optimiser.step()
        value = loss.item()
        return time.perf_counter() - start, value


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--pairs", type=int, default=32)
    parser.add_argument("--question", type=int, default=16)
    parser.add_argument("--passage", type=int, default=160)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu")
    return parser.parse_args()


def main():
    given = arguments()
    torch.set_num_threads(given.threads)
    sizes = (given.pairs, given.question, given.passage)
    ours, theirs = Pincite(given.model, sizes, given.device), PyTorch(given.model, sizes, given.device)
    losses = [(ours()[1], theirs()[1])]  # neither is measured cold
    times = []
    for _ in range(given.rounds):
        (our_time, our_loss), (their_time, their_loss) = ours(), theirs()
        times.append((our_time, their_time))
        losses.append((our_loss, their_loss))
    medians = [statistics.median(column) for column in zip(*times)]
    print(json.dumps({
        "pincite_seconds": round(medians[0], 3),
        "pytorch_seconds": round(medians[1], 3),
        "ratio_of_medians": round(medians[0] / medians[1], 3),
        "ratios_by_turn": [round(a / b, 3) for a, b in times],
        "losses": losses,
        "pincite_peak_mib": ours.memory(),
        "pytorch_peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }, indent=1))


if __name__ == "__main__":
    main()
