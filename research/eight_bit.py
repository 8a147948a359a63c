"""The cross-encoder with weights and activations in 8 bits: how fast it reads, and whether it finds the same.

    pip install numpy onnx onnxruntime safetensors tokenizers torch
    python ../models/reranker/starts.py minilm <all-MiniLM-L6-v2 folder> start ../models/pincite-reranker
    python eight_bit.py <folder of ../models/reranker/data.py> start [--each 60]

ONNX Runtime quantises dynamically: weights to 8 bits by column, activations by tensor. Held-out questions of the training data
are asked: one passage answers, 19 of the same document do not. Both networks read the same pairs in turn, on two threads.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import numpy
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

sys.path.insert(0, str(Path(__file__).parent.parent / "models" / "reranker"))
from groups import read  # noqa: E402
from pairs import Pairs, text  # noqa: E402
from starts import load  # noqa: E402

OF, TOKENS, THREADS = 20, 256, 2
NAMES = ("ids", "types", "mask")


class Rank(torch.nn.Module):
    """The network in 32 bits, with the head that ranks."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, ids, types, mask):
        network = self.network
        x = network.norm(network.words(ids) + network.positions(torch.arange(ids.shape[1])) + network.types(types))
        bias = (1.0 - mask.float())[:, None, None, :] * -1e4
        for layer in network.layers:
            batch, length, width = x.shape
            parts = layer.qkv(x).view(batch, length, 3, layer.heads, width // layer.heads).permute(2, 0, 3, 1, 4)
            weights = torch.softmax(parts[0] @ parts[1].transpose(-1, -2) / (width // layer.heads) ** 0.5 + bias, -1)
            mixed = (weights @ parts[2]).transpose(1, 2).reshape(batch, length, width)
            x = layer.norm1(x + layer.out(mixed))
            x = layer.norm2(x + layer.down(torch.nn.functional.gelu(layer.up(x))))
        return network.rank(x[:, 0])


def exported(network, folder):
    """The network as ONNX: as it is, with all matrices in 8 bits, and with all but the last of each layer."""
    plain = folder / "plain.onnx"
    example = tuple(torch.ones(2, 8, dtype=torch.long) for _ in NAMES)
    axes = {name: {0: "batch", 1: "length"} for name in NAMES}
    torch.onnx.export(Rank(network).eval(), example, str(plain), input_names=list(NAMES), dynamic_axes=axes, dynamo=False, opset_version=17)
    files = {"32 bits": plain}
    for number, (name, kept) in enumerate((("8 bits", []), ("8 bits but the last", last_matrices(plain)))):
        files[name] = folder / f"{number}.onnx"
        quantize_dynamic(str(plain), str(files[name]), weight_type=QuantType.QInt8, per_channel=True,
                         op_types_to_quantize=["MatMul"], nodes_to_exclude=kept)
    return files


def last_matrices(file):
    """The nodes of the last matrix of each layer."""
    return [node.name for node in onnx.load(str(file)).graph.node if node.op_type == "MatMul" and "down" in node.name]


def session(file):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    return onnxruntime.InferenceSession(str(file), options)


def main(folder, start, each):
    network, tokenizer, settings = load(start)
    with tempfile.TemporaryDirectory() as scratch:
        sessions = {name: session(file) for name, file in exported(network, Path(scratch)).items()}
    passages, _, rows = read(folder)
    random.Random(3).shuffle(rows)
    pairs, by_source, seconds = Pairs(tokenizer, settings["special"], TOKENS), defaultdict(list), defaultdict(list)
    for row in rows:
        if row["positives"] and len(row["negatives"]) > 4 and len(by_source[row["source"]]) < each:
            by_source[row["source"]].append(row)
    print("| source | n | " + " | ".join(f"first, {name}" for name in sessions) + " | other passage first |")
    for source, some in sorted(by_source.items()):
        first = defaultdict(list)
        for row in some:
            numbers = (row["positives"][:1] + row["negatives"])[:OF]
            tensors = pairs.tensors([pairs.pair(row["question"], text(passages[at])) for at in numbers])
            given = {name: tensor.numpy() for name, tensor in zip(NAMES, tensors)}
            for name, network in sessions.items():
                began = time.perf_counter()
                first[name].append(int(network.run(None, given)[0].argmax()))
                seconds[name].append((time.perf_counter() - began) / len(numbers))
        shares = [f"{100 * numpy.mean([at == 0 for at in found]):.1f}" for found in first.values()]
        plain = first["32 bits"]
        moved = [f"{sum(a != b for a, b in zip(plain, found))}" for name, found in first.items() if name != "32 bits"]
        print(f"| {source} | {len(some)} | " + " | ".join(shares) + f" | {', '.join(moved)} |", flush=True)
    base = numpy.array(seconds["32 bits"])
    for name, taken in seconds.items():
        ratio = numpy.array(taken) / base
        print(f"{name}: {1000 * numpy.median(taken):.1f} ms a pair, ratio {numpy.median(ratio):.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("--each", type=int, default=60, help="questions of a source")
    given = parser.parse_args()
    main(given.folder, given.start, given.each)
