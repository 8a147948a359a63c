"""Pairs of passages and questions become examples: which sentence a question is about, token ids, who is held out.

An example's source is `[CLS] sentence [SEP] passage [SEP]`: the sentence says what to ask about, the passage what is meant.
"""

import gzip
import hashlib
import json
import re
from dataclasses import dataclass

from tokenizers import Tokenizer

LONGEST_SOURCE = 256
LONGEST_SENTENCE = 72
LONGEST_QUESTION = 40
CLS, SEP = 101, 102

SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z0-9\"'(\[])")
QUESTION = re.compile(
    r"\b(what|who|whom|whose|when|where|which|why|how|is|are|was|were|do|does|did|can|could|will|would|has|have|should|may|in|at|on)\b",
    re.IGNORECASE)
COMMON = set("""a an the of in on at to for from by with about as and or but not no is are was were be been being do does
did have has had will would can could should may might must what who whom whose when where which why how that this these
those it its he she they them his her their there i you we your my our""".split())


@dataclass
class Example:
    source: list
    question: list
    held_out: bool
    text: dict


def words(text):
    return set(re.findall(r"[a-z0-9]+", text.lower()))


def sentences(text):
    return [part for part in SENTENCE_END.split(text) if part.strip()]


def asked_about(parts, question, answer):
    """The sentence a question is about: among those with the answer in them the one that shares most words with it."""
    wanted = words(question) - COMMON
    answered = [part for part in parts if answer and answer.lower() in part.lower()]
    return max(answered or parts, key=lambda part: len(wanted & words(part)))


def window(parts, sentence, tokens, room):
    """The passage's sentences around the one asked about, as many as there is room for."""
    at = parts.index(sentence)
    first, last, used = at, at, len(tokens[at])
    while True:
        before = len(tokens[first - 1]) if first > 0 else None
        after = len(tokens[last + 1]) if last + 1 < len(parts) else None
        if before is not None and used + before <= room:
            first, used = first - 1, used + before
        elif after is not None and used + after <= room:
            last, used = last + 1, used + after
        else:
            return [token for part in tokens[first:last + 1] for token in part][:room]


def good(row):
    """Whether a question can teach anything: it is one, and speaks of what the passage speaks of."""
    question = row["question"].split()
    shared = (words(row["question"]) - COMMON) & words(row["passage"])
    return 4 <= len(question) <= 30 and QUESTION.search(" ".join(question[:4])) is not None and bool(shared)


def held_out(document):
    """Whole documents are held out, three in a hundred."""
    return int(hashlib.sha256(document.encode()).hexdigest(), 16) % 100 < 3


def example(tokenizer, row):
    encode = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
    parts = sentences(row["passage"]) or [row["passage"]]
    sentence = asked_about(parts, row["question"], row.get("answer"))
    first = encode(sentence)[:LONGEST_SENTENCE]
    room = LONGEST_SOURCE - len(first) - 3
    source = [CLS, *first, SEP, *window(parts, sentence, [encode(part) for part in parts], room), SEP]
    question = encode(row["question"].strip())[:LONGEST_QUESTION] + [SEP]
    key = row.get("document") or row["passage"]
    return Example(source, question, held_out(key), {**row, "sentence": sentence})


def read(file, tokenizer_file):
    """All good examples of a file of pairs."""
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    with gzip.open(file, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    return [example(tokenizer, row) for row in rows if good(row)], len(rows)
