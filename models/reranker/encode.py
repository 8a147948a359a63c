"""Vectors of texts by the encoder, for the negatives. Half precision is enough to rank."""

import torch
import torch.nn.functional as F

from starts import build, minilm, plain_tokenizer


@torch.no_grad()
def embed(folder, texts, longest, batch=64):
    network, tokenizer = build(*minilm(folder)), plain_tokenizer(folder / "tokenizer.json")
    tokens = [encoding.ids[:longest] for encoding in tokenizer.encode_batch(texts)]
    order, vectors = sorted(range(len(tokens)), key=lambda at: len(tokens[at])), None
    for start in range(0, len(order), batch):
        part = order[start:start + batch]
        length = max(len(tokens[at]) for at in part)
        ids = torch.tensor([tokens[at] + [0] * (length - len(tokens[at])) for at in part])
        mask = (ids != 0).long()
        with torch.autocast("cpu", torch.bfloat16):
            states = network.states(ids, torch.zeros_like(ids), mask).float()
        means = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        vectors = torch.zeros(len(tokens), states.shape[2]) if vectors is None else vectors
        vectors[part] = F.normalize(means, dim=1)
    return vectors.numpy()
