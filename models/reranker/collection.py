"""What training data are made of: documents, their passages, and questions with the passages that answer them."""

import gzip
import hashlib
import json
import random
import re
from dataclasses import dataclass, field

HELD_OUT = "0"  # salt of the draw: with it each kind of text has documents that are held out
WORD = re.compile(r"\w+")


@dataclass
class Document:
    name: str
    first: int  # number of its first passage among all passages
    passages: list
    terms: tuple = None
    sets: dict = field(default_factory=dict)

    @property
    def family(self):
        return self.name.split("/")[0]

    def held_out(self):
        """One document in twelve, by its name alone."""
        return int(hashlib.sha256(f"{HELD_OUT} {self.name}".encode()).hexdigest(), 16) % 12 == 0

    def words(self, place):
        if place not in self.sets:
            self.sets[place] = set(WORD.findall(self.passages[place]["text"].lower()))
        return self.sets[place]


@dataclass
class Question:
    """`positives` are places in the document; `spans` has the answer's characters in the text of such a passage."""
    text: str
    document: int
    positives: list
    source: str
    spans: dict = field(default_factory=dict)
    category: str = None
    queries: list = None  # what the first stage is asked for negatives, if it is not the text alone
    near: range = None  # passages among which negatives are safe, where questions name no company
    unsure: frozenset = frozenset()  # passages that may answer: neither positives nor negatives
    ranks: bool = True  # whether the group is part of the ranking loss


@dataclass
class Collection:
    random: random.Random
    documents: list = field(default_factory=list)
    questions: list = field(default_factory=list)
    passages: list = field(default_factory=list)

    def add(self, name, passages):
        self.documents.append(Document(name, len(self.passages), passages))
        self.passages += passages
        return len(self.documents) - 1


def lines(file):
    opened = gzip.open(file) if str(file).endswith(".gz") else open(file)
    return [json.loads(line) for line in opened]


def plain(text):
    return {"headings": "", "text": " ".join(text.split())}
