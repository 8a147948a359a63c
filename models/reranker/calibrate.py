"""Fits the calibration on the held-out documents, and says how well they are ranked.

    python calibrate.py <working folder> <all-MiniLM-L6-v2 folder> <folder with the exported model>

The best score of a question's candidates becomes the probability that one of them answers it (Platt 1999): a logistic
regression on that score. The held-out questions mostly have an answer, and people's questions may not. So the offset is
corrected to even odds (King & Zeng 2001). `pincite.json` in the folder keeps the slope and the offset.
"""

import json
import math
import random
import sys
from collections import defaultdict
from pathlib import Path

import torch

from network import Pairs, load, text

QUESTIONS, CANDIDATES, LONGEST = 900, 20, 256


@torch.no_grad()
def scores(model, pairs, row):
    passages = (row["positives"][:1] + row["negatives"])[:CANDIDATES]
    return model(*pairs.tensors([(row["question"], text(passage)) for passage in passages]))


def platt(best, answered):
    """Slope and offset by Newton's method."""
    best, answered = torch.tensor(best, dtype=torch.float64), torch.tensor(answered, dtype=torch.float64)
    features, weights = torch.stack([best, torch.ones_like(best)], 1), torch.zeros(2, dtype=torch.float64)
    for _ in range(50):
        p = torch.sigmoid(features @ weights)
        hessian = features.T @ (features * (p * (1 - p))[:, None]) + 1e-6 * torch.eye(2, dtype=torch.float64)
        weights = weights + torch.linalg.solve(hessian, features.T @ (answered - p))
    return weights.tolist()


def main(folder, encoder, out):
    model, tokenizer = load(encoder)
    model.load_state_dict(torch.load(folder / "model.pt"))
    pairs = Pairs(tokenizer, LONGEST)
    rows = [json.loads(line) for line in open(folder / "held.jsonl")]
    random.Random(3).shuffle(rows)
    best, answered, right = [], [], defaultdict(list)
    for row in rows[:QUESTIONS]:
        values = scores(model, pairs, row)
        best.append(values.max().item())
        answered.append(float(bool(row["positives"])))
        if row["positives"]:
            right[row["source"]].append(float((values[1:] < values[0]).all()))
    slope, offset = platt(best, answered)
    offset -= math.log(sum(answered) / (len(answered) - sum(answered)))
    (out / "pincite.json").write_text(f'{{ "calibration": {{ "slope": {slope:.4f}, "offset": {offset:.4f} }} }}\n')
    print(f"slope {slope:.4f}, offset {offset:.4f}")
    for source, hits in sorted(right.items()):
        print(f"{source}: {len(hits)} questions, positive first of {CANDIDATES} in {100 * sum(hits) / len(hits):.1f} %")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
