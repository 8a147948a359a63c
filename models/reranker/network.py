"""The cross-encoder in PyTorch: BERT's layers and three heads on them. With a bias by distance they are those of MPNet.

- `rank` orders the passages for a question. Its score 0 stands for "none of these".
- `presence` is the logit of "this passage answers".
- `span` has a logit for start and end at each token of the passage. The first token stands for "no span".

Presence and span learn from near misses, which spoil the ranking (experiment 038). So only a share of their gradient reaches
the layers that all heads read.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

NOWHERE = -1e4  # logit of tokens where no span may start or end


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


class Distances(nn.Module):
    """MPNet's bias of attention by the distance of two tokens. Half of the buckets are for tokens before, half for those after;
    beyond a quarter of them distances share buckets by their logarithm, up to 128 tokens (as in T5)."""

    def __init__(self, buckets, heads):
        super().__init__()
        self.buckets, self.table = buckets, nn.Embedding(buckets, heads)

    def forward(self, length):
        """Bias [1, heads, length, length]."""
        at = torch.arange(length, device=self.table.weight.device)
        distance = at[None, :] - at[:, None]
        half, exact = self.buckets // 2, self.buckets // 4
        far = exact + (torch.log(distance.abs().clamp(min=1) / exact) / math.log(128 / exact) * (half - exact)).long()
        bucket = torch.where(distance.abs() < exact, distance.abs(), far.clamp(max=half - 1)) + half * (distance > 0)
        return self.table(bucket).permute(2, 0, 1)[None]


class Head(nn.Module):
    """A pooler and one output over the first token."""

    def __init__(self, width):
        super().__init__()
        self.pooler, self.classifier = nn.Linear(width, width), nn.Linear(width, 1)

    def forward(self, first):
        return self.classifier(torch.tanh(self.pooler(first)))[:, 0].float()


def share_of_gradient(x, share):
    """`x`, of whose gradient only a share goes further back."""
    return x * share + x.detach() * (1 - share)


class Network(nn.Module):
    """The embeddings of words and positions are not trained, nor are the lowest `frozen` layers."""

    def __init__(self, config):
        super().__init__()
        width, epsilon = config["width"], config["epsilon"]
        self.words, self.positions = nn.Embedding(config["words"], width), nn.Embedding(config["positions"], width)
        self.types, self.norm = nn.Embedding(config["types"], width), nn.LayerNorm(width, eps=epsilon)
        self.layers = nn.ModuleList(Block(width, config["heads"], config["inner"], epsilon) for _ in range(config["layers"]))
        self.distances = Distances(config["distances"], config["heads"]) if "distances" in config else None
        self.rank, self.presence, self.span = Head(width), Head(width), nn.Linear(width, 2)

    def freeze(self, frozen):
        fixed = [self.words, self.positions] + [self.distances] * (self.distances is not None)
        fixed += [self.types, self.norm, *self.layers[:frozen]] if frozen else []
        for part in fixed:
            part.requires_grad_(False)

    def states(self, ids, types, mask):
        x = self.words(ids) + self.positions(torch.arange(ids.shape[1], device=ids.device)) + self.types(types)
        x = self.norm(x).to(torch.bfloat16)
        bias = torch.zeros(mask.shape, dtype=x.dtype, device=x.device).masked_fill(mask == 0, -1e4)[:, None, None, :]
        if self.distances is not None:
            bias = bias + self.distances(ids.shape[1]).to(x.dtype)
        for layer in self.layers:
            x = layer(x, bias)
        return x

    def forward(self, ids, types, mask, share=1.0):
        """Token ids, token types and mask [pairs, length] → rank [pairs], presence [pairs], span [pairs, length, 2]."""
        with torch.autocast(ids.device.type, torch.bfloat16):
            states = self.states(ids, types, mask)
            first, shared = states[:, 0], share_of_gradient(states, share)
            span = self.span(shared).float()
            somewhere = types.bool() & mask.bool()
            somewhere[:, 0] = True
            span = span.masked_fill(~somewhere[:, :, None], NOWHERE)
            return self.rank(first), self.presence(shared[:, 0]), span
