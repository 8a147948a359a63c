"""Seconds to score 50 passages of 160 tokens with a question: Pincite's cross-encoder beside Sentence-Transformers
(PyTorch, fp32), same weights, same pairs, one run.

The two take turns, so that other work on the machine falls on both; medians are compared. Their scores must agree.

    pip install sentence-transformers
    cargo build --release -p pincite-models --example rerank      (in src-tauri)
    python tests/peers/rerank_speed.py <folder of the encoder> <folder of the cross-encoder> [--rounds 7] [--threads 2]

The cross-encoder that comes with Pincite holds differences from the encoder's weights. Here both become one folder.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from sentence_transformers import CrossEncoder

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "src-tauri/crates/models/tests/fixtures/minilm/texts.json"
PROGRAM = ROOT / "src-tauri/target/release/examples/rerank"
QUESTION = "How many days' notice must be given to terminate the agreement?"
PASSAGES, TOKENS = 50, 160


class Pincite:
    def __init__(self, program, model, pairs):
        silent = os.environ | {"ORT_DISABLE_TELEMETRY": "1"}
        self.process = subprocess.Popen([program, model, pairs], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=silent)

    def __call__(self, what="time"):
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def whole_model(encoder, reranker, folder):
    """A sequence classifier in `folder`: the encoder's weights with the differences added."""
    weights, changes = load_file(encoder / "model.safetensors"), load_file(reranker / "delta.safetensors")
    weights = {f"bert.{name}": weight.clone() for name, weight in weights.items() if "position_ids" not in name}
    for name, change in changes.items():
        name = name if name.startswith("classifier") else f"bert.{name}"
        weights[name] = weights[name] + change.float() if name in weights else change.float()
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    config = json.loads((encoder / "config.json").read_text())
    config |= {"architectures": ["BertForSequenceClassification"], "id2label": {"0": "yes"}, "label2id": {"yes": 0}}
    (folder / "config.json").write_text(json.dumps(config))
    for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt", "special_tokens_map.json"):
        if (encoder / name).exists():
            shutil.copy(encoder / name, folder / name)


def passages(tokenizer):
    """Passages of so many tokens, from the texts of the encoder's test fixture."""
    text = " ".join(json.loads(TEXTS.read_text())).split()
    found, start = [], 0
    while len(found) < PASSAGES:
        words = (text * 2)[start:start + TOKENS]
        ids = tokenizer(" ".join(words), add_special_tokens=False, truncation=True, max_length=TOKENS)["input_ids"]
        found.append(tokenizer.decode(ids))
        start = (start + 37) % len(text)
    return found


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("encoder", type=Path)
    parser.add_argument("reranker", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--program", type=Path, default=PROGRAM)
    return parser.parse_args()


def main():
    asked, folder = arguments(), Path(tempfile.mkdtemp())
    torch.set_num_threads(asked.threads)
    whole_model(asked.encoder, asked.reranker, folder)
    reference = CrossEncoder(str(folder), device="cpu", activation_fn=torch.nn.Identity())
    texts = passages(reference.tokenizer)
    (folder / "pairs.json").write_text(json.dumps({"question": QUESTION, "passages": texts}))
    pincite, pairs = Pincite(asked.program, folder, folder / "pairs.json"), [(QUESTION, text) for text in texts]

    def peer():
        start = time.perf_counter()
        reference.predict(pairs, batch_size=32)
        return time.perf_counter() - start

    difference = max(abs(a - b) for a, b in zip(pincite("scores"), reference.predict(pairs).tolist()))
    assert difference < 1e-3, f"the scores differ by {difference}"
    turns = [(pincite(), peer()) for _ in range(asked.rounds)]
    ours, theirs = (statistics.median(column) for column in zip(*turns))
    print(json.dumps({
        "pairs": PASSAGES,
        "tokens_per_passage": TOKENS,
        "greatest_difference": difference,
        "pincite_seconds": round(ours, 3),
        "sentence_transformers_seconds": round(theirs, 3),
        "ratio_of_medians": round(theirs / ours, 2),
        "ratios_by_turn": [round(b / a, 2) for a, b in turns],
    }, indent=1))


if __name__ == "__main__":
    main()
