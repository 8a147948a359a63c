"""Fits the calibration of presence on the held-out documents.

    python calibrate.py <folder of data.py> <start's folder> <result.safetensors> <folder with the exported model>

The best presence of a question's candidates becomes the probability that one of them answers it (Platt 1999): a logistic
regression on that score. The held-out questions mostly have an answer, and people's questions may not. So the offset is
corrected to even odds (King & Zeng 2001). `pincite.json` in the folder keeps the slope and the offset.
"""

import math
import random
import sys
from pathlib import Path

import torch

from groups import read
from measure import scores
from pairs import Pairs
from starts import load

QUESTIONS, CANDIDATES, LONGEST = 900, 20, 256


def platt(best, answered):
    """Slope and offset by Newton's method."""
    best, answered = best.double(), answered.double()
    features, weights = torch.stack([best, torch.ones_like(best)], 1), torch.zeros(2, dtype=torch.float64)
    for _ in range(50):
        p = torch.sigmoid(features @ weights)
        hessian = features.T @ (features * (p * (1 - p))[:, None]) + 1e-6 * torch.eye(2, dtype=torch.float64)
        weights = weights + torch.linalg.solve(hessian, features.T @ (answered - p))
    return weights.tolist()


def main(folder, start, result, out):
    network, tokenizer, settings = load(start, result)
    passages, _, rows = read(folder)
    random.Random(3).shuffle(rows)
    asked = [(row["question"], (row["positives"][:1] + row["negatives"])[:CANDIDATES]) for row in rows[:QUESTIONS]]
    found = scores(network, Pairs(tokenizer, settings["special"], LONGEST), passages, asked)
    best = torch.stack([one[:, 1].max() for one in found])
    answered = torch.tensor([bool(row["positives"]) for row in rows[:QUESTIONS]])
    slope, offset = platt(best, answered)
    offset -= math.log(answered.sum() / (~answered).sum())
    (out / "pincite.json").write_text(f'{{ "calibration": {{ "slope": {slope:.4f}, "offset": {offset:.4f} }} }}\n')
    print(f"slope {slope:.4f}, offset {offset:.4f}, {answered.sum()} of {len(answered)} have an answer")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:5]))
