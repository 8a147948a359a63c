"""The cross-encoder in PyTorch: BERT's layers, a pooler and one output. It starts from all-MiniLM-L6-v2."""

import json
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn

START, SEPARATOR = 101, 102


class Block(nn.Module):
    def __init__(self, width, heads, inner, epsilon):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norm1, self.norm2 = nn.LayerNorm(width, eps=epsilon), nn.LayerNorm(width, eps=epsilon)

    def forward(self, x, bias):
        batch, length, width = x.shape
        parts = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(*parts, attn_mask=bias)
        x = self.norm1(x + self.out(mixed.transpose(1, 2).reshape(batch, length, width)))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class Bert(nn.Module):
    """A BERT with a score per pair. The embeddings of words and positions are not trained."""

    def __init__(self, config):
        super().__init__()
        width, epsilon = config["hidden_size"], config["layer_norm_eps"]
        self.words = nn.Embedding(config["vocab_size"], width)
        self.positions = nn.Embedding(config["max_position_embeddings"], width)
        self.types = nn.Embedding(config["type_vocab_size"], width)
        self.norm = nn.LayerNorm(width, eps=epsilon)
        block = lambda: Block(width, config["num_attention_heads"], config["intermediate_size"], epsilon)
        self.layers = nn.ModuleList(block() for _ in range(config["num_hidden_layers"]))
        self.pooler, self.classifier = nn.Linear(width, width), nn.Linear(width, 1)
        for embedding in (self.words, self.positions):
            embedding.weight.requires_grad_(False)

    def states(self, ids, types, mask):
        x = self.words(ids) + self.positions(torch.arange(ids.shape[1])) + self.types(types)
        x = self.norm(x).to(torch.bfloat16)
        bias = torch.zeros(mask.shape, dtype=x.dtype).masked_fill(mask == 0, -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, bias)
        return x

    def forward(self, ids, types, mask):
        """Token ids, token types and mask [pairs, length] → scores [pairs]."""
        with torch.autocast("cpu", torch.bfloat16):
            first = self.states(ids, types, mask)[:, 0]
            return self.classifier(torch.tanh(self.pooler(first)))[:, 0].float()


def names(layers):
    """Parts of `Bert` by the names of Hugging Face. Query, key and value are one weight here."""
    found = {"types": "embeddings.token_type_embeddings", "norm": "embeddings.LayerNorm", "pooler": "pooler.dense"}
    inside = {"out": "attention.output.dense", "norm1": "attention.output.LayerNorm", "up": "intermediate.dense",
              "down": "output.dense", "norm2": "output.LayerNorm"}
    for layer in range(layers):
        found |= {f"layers.{layer}.{ours}": f"encoder.layer.{layer}.{theirs}" for ours, theirs in inside.items()}
    return found


def projections(layer):
    return [f"encoder.layer.{layer}.attention.self.{name}" for name in ("query", "key", "value")]


def load(folder):
    """The encoder in `folder` with a new classifier, and its tokenizer."""
    folder = Path(folder)
    model = Bert(json.loads((folder / "config.json").read_text()))
    weights = load_file(folder / "model.safetensors")
    state = {"words.weight": weights["embeddings.word_embeddings.weight"],
             "positions.weight": weights["embeddings.position_embeddings.weight"]}
    for ours, theirs in names(len(model.layers)).items():
        state |= {f"{ours}.{part}": weights[f"{theirs}.{part}"] for part in ("weight", "bias") if f"{theirs}.{part}" in weights}
    for layer in range(len(model.layers)):
        for part in ("weight", "bias"):
            state[f"layers.{layer}.qkv.{part}"] = torch.cat([weights[f"{name}.{part}"] for name in projections(layer)])
    nn.init.normal_(model.classifier.weight, std=0.02)
    nn.init.zeros_(model.classifier.bias)
    missing = model.load_state_dict(state, strict=False)
    assert set(missing.missing_keys) == {"classifier.weight", "classifier.bias"}, missing
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return model, tokenizer


def text(passage, headings=True):
    """What Pincite gives the cross-encoder of a passage (`read_together` in the crate `search`)."""
    return f"{passage['headings']} · {passage['text']}" if headings and passage["headings"] else passage["text"]


class Pairs:
    """Token ids of pairs, with a cache of the texts seen."""

    def __init__(self, tokenizer, longest):
        self.tokenizer, self.longest, self.seen = tokenizer, longest, {}

    def ids(self, text):
        if text not in self.seen:
            self.seen[text] = self.tokenizer.encode(text, add_special_tokens=False).ids
        return self.seen[text]

    def pair(self, question, passage):
        first = self.ids(question)[:64]
        second = self.ids(passage)[: self.longest - 3 - len(first)]
        ids = [START, *first, SEPARATOR, *second, SEPARATOR]
        return ids, [0] * (len(first) + 2) + [1] * (len(second) + 1)

    def tensors(self, pairs):
        """Pairs of texts → ids, types and mask, padded."""
        pairs = [self.pair(*pair) for pair in pairs]
        length = max(len(ids) for ids, _ in pairs)
        fill = lambda row: row + [0] * (length - len(row))
        return [torch.tensor([fill(row) for row in rows])
                for rows in ([ids for ids, _ in pairs], [types for _, types in pairs], [[1] * len(ids) for ids, _ in pairs])]
