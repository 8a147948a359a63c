"""Seconds to fine-tune an encoder on pairs, from the model's folder to a folder that can be loaded: Pincite beside the
trainer of sentence-transformers, same pairs, same number of epochs (one), same loss, learning rate and batch size.

The two take turns. Of sentence-transformers the time of importing Python packages is not counted; of Pincite everything
is, from the start of the process. Each batch holds pairs of one document on our side (our method), any pairs on theirs
(their method); the table of words is trained by neither unless --train-words lets theirs.

    pip install torch sentence-transformers accelerate datasets
    cargo build --release      (in research)
    python tests/peers/train_end_to_end.py <model folder> <SQuAD-like .json or pairs .jsonl> [--pairs 2000] [--rounds 3]
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import torch
from datasets import Dataset
from sentence_transformers import SentenceTransformer, SentenceTransformerTrainer, SentenceTransformerTrainingArguments
from sentence_transformers.losses import MultipleNegativesSymmetricRankingLoss

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "src-tauri/target/release/pincite-lab"


def squad(path):
    """Every question of a SQuAD file with its paragraph."""
    for article in json.loads(path.read_text())["data"]:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                yield {"document": article["title"], "passage": paragraph["context"], "question": question["question"]}


def read(path, count):
    lines = list(squad(path)) if path.suffix == ".json" else [json.loads(line) for line in path.read_text().splitlines()]
    random.Random(1).shuffle(lines)
    return lines[:count]


def ours(model, file, folder):
    start = time.perf_counter()
    done = subprocess.run([PROGRAM, "train-encoder", model, file, folder / "ours"], check=True, capture_output=True, text=True)
    losses = [float(line) for line in done.stdout.split()]
    return time.perf_counter() - start, len(losses), losses[-1]


def theirs(model, pairs, folder, train_words):
    start = time.perf_counter()
    encoder = SentenceTransformer(str(model), device="cpu")
    if not train_words:
        encoder[0].auto_model.embeddings.word_embeddings.weight.requires_grad_(False)
    columns = {"question": [p["question"] for p in pairs], "passage": [p["passage"] for p in pairs]}
    settings = SentenceTransformerTrainingArguments(
        output_dir=str(folder / "runs"), num_train_epochs=1, per_device_train_batch_size=32, learning_rate=3e-5,
        warmup_ratio=0.1, weight_decay=0.01, max_grad_norm=1.0, use_cpu=True, save_strategy="no", report_to="none",
        disable_tqdm=True, logging_strategy="no", dataloader_pin_memory=False)
    trainer = SentenceTransformerTrainer(
        model=encoder, args=settings, train_dataset=Dataset.from_dict(columns),
        loss=MultipleNegativesSymmetricRankingLoss(encoder, scale=20.0))
    outcome = trainer.train()
    encoder.save(str(folder / "theirs"))
    return time.perf_counter() - start, outcome.global_step, outcome.training_loss


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--train-words", action="store_true")
    return parser.parse_args()


def main():
    given = arguments()
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    torch.set_num_threads(given.threads)
    pairs = read(given.file, given.pairs)
    rounds = []
    for _ in range(given.rounds):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            file = folder / "pairs.jsonl"
            file.write_text("".join(json.dumps(pair) + "\n" for pair in pairs))
            rounds.append((ours(given.model, file, folder), theirs(given.model, pairs, folder, given.train_words)))
            print("seconds, steps, loss, each side:", *rounds[-1], file=sys.stderr, flush=True)
    seconds = [[run[0] for run in side] for side in zip(*rounds)]
    print(json.dumps({
        "pairs": len(pairs),
        "pincite": {"seconds": seconds[0], "steps": rounds[0][0][1]},
        "sentence_transformers": {"seconds": seconds[1], "steps": rounds[0][1][1]},
        "ratio_of_medians": round(statistics.median(seconds[0]) / statistics.median(seconds[1]), 3),
        "ratios_by_turn": [round(a / b, 3) for a, b in zip(*seconds)],
    }, indent=1))


if __name__ == "__main__":
    main()
