"""Question and passage as tokens, as Pincite gives them to the cross-encoder."""

import numpy as np
import torch

QUESTION = 64  # tokens of the question, at most


def text(passage, headings=True):
    """What Pincite gives the cross-encoder of a passage (`read_together` in the crate `search`)."""
    return before(passage, headings) + passage["text"]


def before(passage, headings=True):
    return f"{passage['headings']} · " if headings and passage["headings"] else ""


class Pairs:
    """Tokens of pairs, with a cache of the texts seen. `special` names the tokens around them in the start's settings."""

    def __init__(self, tokenizer, special, longest):
        self.tokenizer, self.special, self.longest, self.seen = tokenizer, special, longest, {}

    def remember(self, texts):
        """Many texts at once, by all threads."""
        for text, found in zip(texts, self.tokenizer.encode_batch(texts, add_special_tokens=False)):
            self.seen[text] = found.ids[:self.longest], [end for _, end in found.offsets[:self.longest]]

    def encoded(self, text):
        if text not in self.seen:
            self.remember([text])
        return self.seen[text]

    def pair(self, question, passage):
        """Ids, types, the place of the passage's first token, and where its tokens end in its text."""
        special = self.special
        first = [special["start"], *self.encoded(question)[0][:QUESTION], *special["between"]]
        ids, ends = self.encoded(passage)
        room = self.longest - 1 - len(first)
        second = [*ids[:room], special["end"]]
        return first + second, [0] * len(first) + [1] * len(second), len(first), ends[:room]

    def span(self, pair, characters):
        """The first and last token of characters of the passage; the first token of all if they are cut off; -100 if unknown."""
        _, _, first, ends = pair
        if characters is None:
            return -100, -100
        start = next((at for at, end in enumerate(ends) if end > characters[0]), None)
        last = next((at for at, end in enumerate(ends) if end >= characters[1]), None)
        return (0, 0) if start is None or last is None else (first + start, first + last)

    def arrays(self, pairs):
        """Pairs as tokens → ids, types and mask, padded to a multiple of eight, which attention on GPUs needs to be fast."""
        length = -(-max(len(ids) for ids, *_ in pairs) // 8) * 8
        fill = lambda row, value: row + [value] * (length - len(row))
        rows = ([fill(ids, self.special["padding"]) for ids, *_ in pairs], [fill(types, 0) for _, types, *_ in pairs],
                [fill([1] * len(ids), 0) for ids, *_ in pairs])
        return [np.array(part, np.int32) for part in rows]

    def tensors(self, pairs, device="cpu"):
        """The same as tensors."""
        return [torch.as_tensor(part, device=device) for part in self.arrays(pairs)]
