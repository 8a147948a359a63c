"""Does a cross-encoder that was trained in English read other languages?

    python measure.py <e5-small-q4.bin> result.safetensors <bench>/multilingual [--each 300]

`result.safetensors` has the layers and heads of multilingual-e5-small, trained as a cross-encoder on English data only, with its table of
words as it is: the second pupil of run 5 (`models/reranker`; 704 steps of 48 groups, seed 1, rate 2e-4, otherwise the pupil's command). Each article of XQuAD or
ARCD is a document, each paragraph a passage. The table compares the encoder alone with the two added, half each, and with the
cross-encoder alone: Top-1 / MRR@10.
"""

import argparse
import json
import random
import sys
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "models/reranker"))
import e5
from pairs import Pairs
from safetensors.torch import load_file
from starts import build, unpacked

FILES = ("xquad.es", "xquad.de", "xquad.ru", "xquad.ar", "xquad.hi", "xquad.zh", "arcd-test")
LONGEST = 256


def articles(file):
    for article in json.loads(file.read_text())["data"]:
        passages = [one["context"] for one in article["paragraphs"]]
        yield passages, [(qa["question"], at) for at, one in enumerate(article["paragraphs"]) for qa in one["qas"]]


class Networks:
    def __init__(self, source, result):
        e5.kept = lambda pieces, scores, ids: list(range(len(pieces)))  # the whole table of words
        settings, state, self.tokenizer = e5.read(source, [])
        self.encoder = build(settings, dict(state)).eval()
        self.reader = build(settings, state | unpacked(load_file(result))).eval()
        self.special, self.pairs = settings["special"], Pairs(self.tokenizer, settings["special"], LONGEST)

    @torch.no_grad()
    def embed(self, texts):
        """Vectors of the encoder: the mean of its states, with a length of one."""
        found = []
        for text in texts:
            ids = [self.special["start"], *self.tokenizer.encode(text, add_special_tokens=False).ids[:LONGEST - 2], self.special["end"]]
            ids = torch.tensor([ids])
            with torch.autocast("cpu", torch.bfloat16):
                states = self.encoder.states(ids, torch.zeros_like(ids), torch.ones_like(ids))
            found.append(torch.nn.functional.normalize(states[0].float().mean(0), dim=0).numpy())
        return np.array(found)

    @torch.no_grad()
    def read(self, question, passages):
        rank, _, _ = self.reader(*self.pairs.tensors([self.pairs.pair(question, passage) for passage in passages]))
        return rank.numpy()


def standard(scores):
    return (scores - scores.mean()) / (scores.std() + 1e-6)


def measure(networks, file, each):
    asked = [(passages, question, at) for passages, some in articles(file) for question, at in some if len(passages) > 1]
    random.Random(1).shuffle(asked)
    vectors, places = {}, []
    for passages, question, at in asked[:each]:
        key = passages[0]
        if key not in vectors:
            vectors[key] = networks.embed([f"passage: {text}" for text in passages])
        cosines = vectors[key] @ networks.embed([f"query: {question}"])[0]
        read = networks.read(question, passages)
        ways = (cosines, standard(cosines) + standard(read), read)
        places.append([1 + int((way > way[at]).sum()) for way in ways])
    places = np.array(places)
    figures = [f"{100 * (one == 1).mean():.1f} / {100 * np.where(one <= 10, 1 / one, 0).mean():.1f}" for one in places.T]
    print(f"| {file.stem} | {len(places)} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("result", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--each", type=int, default=300, help="questions of a language")
    given = parser.parse_args()
    both = Networks(given.source, given.result)
    print("| set | questions | encoder | both | cross-encoder |\n| --- | --- | --- | --- | --- |")
    for name in FILES:
        measure(both, given.folder / f"{name}.json", given.each)
