"""Texts a second: Pincite beside transformers on PyTorch, the same weights, the same inputs and settings, one run.

The network has Flan-T5-small's shape and random weights: what it writes is nonsense and ends only at the greatest length, so
that both do the same number of steps. The two take turns, so that other work on the machine falls on both; medians are
compared. Also the most memory each has held, and for how many texts the tokens are the same (rounding decides between
words that are equally likely, and random weights have many).

    pip install "transformers==4.57.6" "optimum==2.1.0" "optimum-onnx==0.1.0" "onnx==1.23.2" "onnxruntime==1.31.1"
    cargo build --release -p pincite-models --example generate      (in src-tauri)
    python tests/peers/generation_speed.py [--texts 16] [--words 160] [--new 32] [--batch 8] [--rounds 5] [--shape small|tiny]
"""

import argparse
import json
import random
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import torch
from optimum.exporters.onnx import main_export
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import GenerationConfig, PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration

ROOT = Path(__file__).resolve().parents[2]
SHAPES = {
    "small": dict(vocab_size=32128, d_model=512, d_kv=64, d_ff=1024, num_layers=8, num_heads=6),
    "tiny": dict(vocab_size=4096, d_model=64, d_kv=16, d_ff=128, num_layers=2, num_heads=4),
}
MODES = {
    "greedy": {"kind": "greedy"},
    "beam9": {"kind": "beam", "beams": 9, "length_penalty": 1.0, "early_stopping": False},
}


def network(shape):
    torch.manual_seed(0)
    config = T5Config(
        **shape, feed_forward_proj="gated-gelu", tie_word_embeddings=False, decoder_start_token_id=0, n_positions=512)
    model = T5ForConditionalGeneration(config).eval()
    with torch.no_grad():
        # The end is never likely enough, and what is said depends on more than the last word.
        model.lm_head.weight.normal_(0, 1)
        model.lm_head.weight[1] = 0
        model.decoder.block[0].layer[0].SelfAttention.relative_attention_bias.weight.normal_(0, 2)
    model.generation_config = GenerationConfig(decoder_start_token_id=0, eos_token_id=1, pad_token_id=0)
    return model


def tokenizer(size):
    words = {"<pad>": 0, "</s>": 1, "<unk>": 2} | {f"w{index}": index for index in range(3, size)}
    made = Tokenizer(models.WordLevel(words, unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    made.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    return PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<pad>", eos_token="</s>", unk_token="<unk>")


def texts(count, words, size):
    """Passages whose lengths differ by a fifth."""
    chance = random.Random(0)
    length = lambda: chance.randint(words * 9 // 10, words * 11 // 10)
    return [" ".join(f"w{chance.randrange(3, size)}" for _ in range(length())) for _ in range(count)]


class Pincite:
    def __init__(self, program, folder, texts, device):
        file = folder / "texts.json"
        file.write_text(json.dumps(texts))
        command = [program, folder, file, device]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.peak = 0

    def __call__(self, decoding):
        self.process.stdin.write(json.dumps(decoding) + "\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline())
        self.peak = said["peak_mib"]
        return said["seconds"], [texts[0] for texts in said["tokens"]]


class PyTorch:
    def __init__(self, model, words, texts, batch, device):
        self.device = "cuda" if device == "gpu" else "cpu"
        self.model, self.words, self.texts = model.to(self.device), words, texts
        # Texts of like length together, as anyone would who cares for speed.
        order = sorted(range(len(texts)), key=lambda index: -len(texts[index].split()))
        self.batches = [order[at:at + batch] for at in range(0, len(order), batch)]

    def __call__(self, decoding):
        search = decoding["search"]
        more = {"num_beams": search["beams"], "early_stopping": False} if search["kind"] == "beam" else {}
        found = [None] * len(self.texts)
        start = time.perf_counter()
        with torch.inference_mode():
            for batch in self.batches:
                inputs = self.words([self.texts[index] for index in batch], padding=True, return_tensors="pt")
                rows = self.model.generate(
                    input_ids=inputs.input_ids.to(self.device), attention_mask=inputs.attention_mask.to(self.device),
                    do_sample=False, repetition_penalty=decoding["repetition_penalty"],
                    max_new_tokens=decoding["max_new_tokens"], **more)
                for index, row in zip(batch, rows.tolist()):
                    found[index] = row[1:]
        return time.perf_counter() - start, found


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, default=16)
    parser.add_argument("--words", type=int, default=160)
    parser.add_argument("--new", type=int, default=32)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--shape", choices=SHAPES, default="small")
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--program", type=Path, default=ROOT / "src-tauri/target/release/examples/generate")
    return parser.parse_args()


def compared(ours, theirs, search, given):
    decoding = {"search": search, "repetition_penalty": 1.05, "max_new_tokens": given.new, "returned": 1, "seed": 0}
    ours(decoding), theirs(decoding)  # neither is measured cold
    turns = [(ours(decoding), theirs(decoding)) for _ in range(given.rounds)]
    seconds = [statistics.median(turn[side][0] for turn in turns) for side in (0, 1)]
    (_, our_tokens), (_, their_tokens) = turns[0]
    return {
        "pincite_texts_per_second": round(given.texts / seconds[0], 3),
        "transformers_texts_per_second": round(given.texts / seconds[1], 3),
        "ratio_of_medians": round(seconds[1] / seconds[0], 3),
        "ratios_by_turn": [round(theirs[0] / ours[0], 3) for ours, theirs in turns],
        "same_tokens": sum(a == b for a, b in zip(our_tokens, their_tokens)) / given.texts,
    }


def main():
    given = arguments()
    torch.set_num_threads(given.threads)
    shape = SHAPES[given.shape]
    words, inputs = tokenizer(shape["vocab_size"]), texts(given.texts, given.words, shape["vocab_size"])
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        model = network(shape)
        model.save_pretrained(folder / "torch")
        words.save_pretrained(folder / "torch")
        main_export(f"{folder}/torch", f"{folder}/onnx", task="text2text-generation-with-past", do_validation=False)
        shutil.rmtree(folder / "torch")
        ours = Pincite(given.program, folder / "onnx", inputs, given.device)
        theirs = PyTorch(model, words, inputs, given.batch, given.device)
        results = {name: compared(ours, theirs, search, given) for name, search in MODES.items()}
    print(json.dumps({
        "settings": {name: str(value) for name, value in vars(given).items() if name != "program"},
        **results,
        "pincite_peak_mib": ours.peak,
        "transformers_peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }, indent=1))


if __name__ == "__main__":
    main()
