"""The decoder that is trained: a transformer that writes a question token by token, from a small vocabulary or by copying
from the source. The encoder is frozen; its states come ready-made.
"""

import math

import torch
from torch import nn
from torch.nn import functional

WIDTH, HEADS, LAYERS, INNER, LONGEST, EPSILON = 384, 12, 4, 1536, 48, 1e-12
CLS, SEP = 101, 102
SMALL = 1e-9


def normal():
    return nn.LayerNorm(WIDTH, eps=EPSILON)


def copy(module, w, name):
    """Gives a module the encoder's weights of that name."""
    for kind in ("weight", "bias"):
        module.get_parameter(kind).data.copy_(w[f"{name}.{kind}"])


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))

    @staticmethod
    def split(states):
        return states.unflatten(-1, (HEADS, WIDTH // HEADS)).transpose(1, 2)

    def keys_and_values(self, states):
        return self.split(self.key(states)), self.split(self.value(states))

    def forward(self, states, keys, values, hidden):
        """`hidden`: True where a query may not look. Also gives where it looked [batch, heads, queries, keys]."""
        scores = self.split(self.query(states)) @ keys.transpose(-1, -2) / math.sqrt(WIDTH // HEADS)
        looked = scores.masked_fill(hidden, -1e4).softmax(-1)
        return self.out((looked @ values).transpose(1, 2).flatten(2)), looked


class Layer(nn.Module):
    """A layer of the encoder, which also looks at the source between its two halves."""

    def __init__(self):
        super().__init__()
        self.own, self.source = Attention(), Attention()
        self.after_own, self.before_source, self.after_inner = (normal() for _ in range(3))
        self.widen, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.drop = nn.Dropout(0.1)

    def begin(self, w, name):
        """Starts as one of the encoder's layers, to which the source says nothing yet."""
        parts = {"own.query": "attention.self.query", "own.key": "attention.self.key", "own.value": "attention.self.value",
                 "own.out": "attention.output.dense", "after_own": "attention.output.LayerNorm",
                 "widen": "intermediate.dense", "narrow": "output.dense", "after_inner": "output.LayerNorm"}
        for mine, theirs in parts.items():
            copy(self.get_submodule(mine), w, f"{name}.{theirs}")
        nn.init.zeros_(self.source.out.weight)

    def forward(self, states, source, own_hidden, source_hidden):
        states = self.after_own(states + self.drop(self.own(states, *self.own.keys_and_values(states), own_hidden)[0]))
        read, looked = self.source(self.before_source(states), *source, source_hidden)
        states = states + self.drop(read)
        inner = functional.gelu(self.widen(states))
        return self.after_inner(states + self.drop(self.narrow(inner))), looked


class Writer(nn.Module):
    """`table`: the encoder's word embeddings [vocabulary, width], frozen. `own`: ids the writer may choose by itself."""

    def __init__(self, table, own):
        super().__init__()
        self.register_buffer("table", table, persistent=False)
        self.register_buffer("own", own)
        place = torch.full((len(table),), -1, dtype=torch.long)
        place[own] = torch.arange(len(own))
        self.register_buffer("place", place, persistent=False)
        self.positions = nn.Parameter(torch.zeros(LONGEST, WIDTH))
        self.before = normal()
        self.read_state, self.read_word = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH, bias=False)
        self.before_source = normal()
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.after = normal()
        self.choose = nn.Linear(WIDTH, len(own))
        self.choose.weight.data.copy_(table[own])
        self.heads = nn.Parameter(torch.zeros(HEADS))
        self.copy = nn.Linear(WIDTH, 1)

    def begin(self, w):
        """Starts with the encoder's weights `w` by name, its lowest layers becoming the writer's."""
        self.positions.data.copy_(w["embeddings.position_embeddings.weight"][:LONGEST] + w["embeddings.token_type_embeddings.weight"][0])
        copy(self.before, w, "embeddings.LayerNorm")
        for at, layer in enumerate(self.layers):
            layer.begin(w, f"encoder.layer.{at}")
        return self

    def source(self, states, ids):
        """What the layers read [batch, source, width]: the encoder's states, and the words themselves."""
        return self.before_source(self.read_state(states) + self.read_word(self.table[ids]))

    def forward(self, source, ids, mask, owner, tokens):
        """Log-probability of each next token. `source`, `ids`, `mask` per source; `owner`: the source of each question;
        `tokens` [questions, length + 1]: start, question, end; -1 where there is none."""
        given, wanted = tokens[:, :-1], tokens[:, 1:]
        states = self.before(self.table[given.clamp(min=0)] + self.positions[: given.shape[1]])
        later = torch.ones(given.shape[1], given.shape[1], dtype=torch.bool, device=given.device).triu(1)
        hidden = ~mask[owner][:, None, None]
        for layer in self.layers:
            keys, values = layer.source.keys_and_values(source)
            states, looked = layer(states, (keys[owner], values[owner]), later, hidden)
        return self.likelihood(self.after(states), looked, ids[owner], wanted)

    def likelihood(self, states, looked, ids, wanted):
        copying = torch.sigmoid(self.copy(states).float()).squeeze(-1)
        looked = torch.einsum("bhqk,h->bqk", looked.float(), self.heads.float().softmax(0))
        copied = (looked * (ids[:, None] == wanted[..., None])).sum(-1)
        place = self.place[wanted.clamp(min=0)]
        scores = self.choose(states).float()
        chosen = torch.exp(scores.gather(-1, place.clamp(min=0)[..., None]).squeeze(-1) - scores.logsumexp(-1))
        chosen = torch.where(place >= 0, chosen, torch.zeros_like(chosen))
        likely = torch.log((1 - copying) * chosen + copying * copied + SMALL)
        return torch.where(wanted >= 0, likely, torch.zeros_like(likely))
