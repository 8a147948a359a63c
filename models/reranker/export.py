"""Writes the trained network as differences from the encoder's weights, in 16 bits, with the heads that the product reads.

    python export.py <start's folder> <result.safetensors> <all-MiniLM-L6-v2 folder> <pincite-start folder> <folder to write>

These are `rank`, `presence` and `span`. The folder of the pretrained checkpoint says which version of the encoder it belongs to.
"""

import json
import struct
import sys
from pathlib import Path

from safetensors.torch import load_file, save_file

from starts import load, names, projections


def metadata(file):
    with open(file, "rb") as opened:
        (length,) = struct.unpack("<Q", opened.read(8))
        return json.loads(opened.read(length))["__metadata__"]


def weights(state):
    """The trained weights by the names of Hugging Face."""
    layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
    found = {f"{theirs}.{part}": state[f"{name}.{part}"] for name, theirs in names(layers).items()
             for part in ("weight", "bias") if f"{name}.{part}" in state}
    for layer in range(layers):
        for part in ("weight", "bias"):
            thirds = state[f"layers.{layer}.qkv.{part}"].chunk(3)
            found |= {f"{name}.{part}": third for name, third in zip(projections(layer), thirds)}
    return found


def main(start, result, encoder, pretrained, out):
    base, state = load_file(encoder / "model.safetensors"), load(start, result)[0].state_dict()
    changes = {name: (weight - base[name] if name in base else weight).half().contiguous()
               for name, weight in weights(state).items()}
    out.mkdir(parents=True, exist_ok=True)
    about = metadata(pretrained / "delta.safetensors")
    save_file(changes, out / "delta.safetensors", {key: about[key] for key in ("base", "base_fingerprint")} | {"name": out.name})


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:6]))
