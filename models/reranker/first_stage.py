"""The first stage, which finds negatives: BM25 within a document and, with an encoder, cosine. Both are standardised and added."""

import math
from collections import Counter

import numpy as np

from collection import WORD
from encode import embed


def standard(scores):
    return (scores - scores.mean()) / (scores.std() + 1e-6)


class FirstStage:
    def __init__(self, collection, encoder=None):
        self.documents, self.vectors = collection.documents, None
        if encoder:
            self.passages = embed(encoder, [passage["text"] for passage in collection.passages], 96)
            asked = sorted({text for one in collection.questions for text in one.queries or [one.text]})
            self.vectors = dict(zip(asked, embed(encoder, asked, 40)))

    def rank(self, number, queries):
        """Places of a document's passages, best first for all queries together."""
        document = self.documents[number]
        scores = sum(standard(bm25(document, query)) for query in queries)
        if self.vectors:
            vectors = self.passages[document.first:document.first + len(document.passages)]
            scores = scores + sum(standard(vectors @ self.vectors[query]) for query in queries)
        return [int(at) for at in np.argsort(-scores, kind="stable")]


def terms(document):
    """For each term the passages that have it and how often; the passages' lengths."""
    if document.terms is None:
        counts = [Counter(WORD.findall(f"{one['headings']} {one['text']}".lower())) for one in document.passages]
        postings = {}
        for at, one in enumerate(counts):
            for term, count in one.items():
                postings.setdefault(term, ([], []))[0].append(at)
                postings[term][1].append(count)
        document.terms = postings, np.array([sum(one.values()) for one in counts])
    return document.terms


def bm25(document, question):
    postings, lengths = terms(document)
    relative, scores = lengths / (lengths.mean() + 1e-9), np.zeros(len(lengths))
    for term in filter(postings.__contains__, WORD.findall(question.lower())):
        places, counts = map(np.array, postings[term])
        idf = math.log(1 + (len(lengths) - len(places) + 0.5) / (len(places) + 0.5))
        scores[places] += idf * counts * 1.9 / (counts + 0.9 * (0.6 + 0.4 * relative[places]))
    return scores
