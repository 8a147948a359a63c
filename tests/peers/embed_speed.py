"""Passages a second: Pincite's encoder beside Sentence-Transformers (PyTorch, fp32), same model, same texts, one run.

The two take turns, so that other work on the machine falls on both; medians are compared. Also the time of one question.

    pip install sentence-transformers
    cargo build --release -p pincite-models --example embed      (in src-tauri)
    python tests/peers/embed_speed.py <model folder> [--texts texts.json] [--limit 300] [--rounds 5] [--threads 2]

`--texts` is a JSON list of passages; without it the texts of the encoder's test fixture are taken.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer

ROOT = Path(__file__).resolve().parents[2]
FIXTURE = ROOT / "src-tauri/crates/models/tests/fixtures/minilm/texts.json"
PROGRAM = ROOT / "src-tauri/target/release/examples/embed"
QUESTIONS = 100


class Pincite:
    def __init__(self, program, model, texts):
        self.process = subprocess.Popen([program, model, texts], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, what="passages"):
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--texts", type=Path, default=FIXTURE)
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--program", type=Path, default=PROGRAM)
    return parser.parse_args()


def main():
    asked = arguments()
    texts = json.loads(asked.texts.read_text())[: asked.limit]
    chosen = Path(tempfile.mkdtemp()) / "texts.json"
    chosen.write_text(json.dumps(texts))
    torch.set_num_threads(asked.threads)
    reference = SentenceTransformer(asked.model, device="cpu")
    pincite = Pincite(asked.program, asked.model, chosen)

    def peer():
        start = time.perf_counter()
        reference.encode(texts, batch_size=32)
        return time.perf_counter() - start

    peer(), pincite()  # neither is measured cold
    turns = [(pincite(), peer()) for _ in range(asked.rounds)]
    ours, theirs = (statistics.median(column) for column in zip(*turns))
    questions = sorted(pincite("question") for _ in range(QUESTIONS))
    print(json.dumps({
        "texts": len(texts),
        "pincite_per_second": round(len(texts) / ours, 1),
        "sentence_transformers_per_second": round(len(texts) / theirs, 1),
        "ratio_of_medians": round(theirs / ours, 2),
        "ratios_by_turn": [round(b / a, 2) for a, b in turns],
        "question_ms_p50": round(questions[QUESTIONS // 2] * 1000, 2),
        "question_ms_p95": round(questions[QUESTIONS * 95 // 100] * 1000, 2),
    }, indent=1))


if __name__ == "__main__":
    main()
