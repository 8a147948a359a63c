"""Character and word error rates, and which signs were read, all from one alignment of edits. Needs numpy."""

import re
import unicodedata
from collections import Counter

import numpy as np

# Quotes and dashes that count as the same in error rates: the search does not tell them apart either.
FOLDED = str.maketrans("‘’‚“”„«»–—‐", "'''\"\"\"\"\"---")
# Kinds of signs, by their characters.
KINDS = {
    "umlauts ä ö ü": "äöü",
    "ß": "ß",
    "accents à é î ó ù": "àáâèéêëìíîïòóôùúûÿ",
    "ã õ ñ ç": "ãõñç",
    "å æ ø œ": "åæøœ",
    "capitals Ä É Ñ Ø": "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒ",
    "€": "€",
    "§": "§",
    "„ “ ”": "„“”",
    "« »": "«»",
    "¿ ¡": "¿¡",
    "raised ² ª º °": "²ªº°",
}
KIND_OF = {sign: kind for kind, signs in KINDS.items() for sign in signs}


def tidy(text):
    """One space between words, accents composed."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def searched(text):
    """The words of a text as the search compares them: small letters without accents."""
    letters = [sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)]
    return Counter(re.findall(r"\w+", "".join(letters).lower()))


def table(expected, found):
    """Distances of all beginnings (Levenshtein), row by row."""
    count = np.arange(len(found) + 1)
    rows = [count]
    numbers = {item: number for number, item in enumerate({*expected, *found})}
    other = np.array([numbers[item] for item in found], dtype=int)
    for item in expected:
        above = rows[-1]
        best = above + 1
        best[1:] = np.minimum(best[1:], above[:-1] + (other != numbers[item]))
        # A missing item on the left costs one each: the least of all columns before, less their distance.
        rows.append(np.minimum.accumulate(best - count) + count)
    return rows


def distance(expected, found):
    return int(table(expected, found)[-1][-1])


def aligned(expected, found):
    """Pairs of a true and a found character; None on a side where one is missing or added."""
    rows = table(expected, found)
    pairs = []
    i, j = len(expected), len(found)
    while i or j:
        here = rows[i][j]
        if i and j and here == rows[i - 1][j - 1] + (expected[i - 1] != found[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((expected[i], found[j]))
        elif i and here == rows[i - 1][j] + 1:
            i -= 1
            pairs.append((expected[i], None))
        else:
            j -= 1
            pairs.append((None, found[j]))
    return pairs


class Score:
    """What a program read of some pages: errors and number of each page, and counts of signs by kind."""

    def __init__(self):
        self.characters, self.words, self.lost = [], [], []
        self.signs, self.right, self.said, self.confused = Counter(), Counter(), Counter(), Counter()

    def add(self, other):
        for name, value in vars(other).items():
            vars(self)[name] += value


def of_page(expected, found):
    """The score of one page."""
    expected, found = tidy(expected), tidy(found)
    score = Score()
    folded = [text.translate(FOLDED) for text in (expected, found)]
    score.characters.append((distance(*folded), len(folded[0])))
    words = [text.split() for text in folded]
    score.words.append((distance(*words), len(words[0])))
    wanted = searched(expected)
    score.lost.append(((wanted - searched(found)).total(), wanted.total()))
    for true, read in aligned(expected, found):
        score.signs[KIND_OF.get(true)] += 1
        score.said[KIND_OF.get(read)] += 1
        score.right[KIND_OF.get(true)] += true == read
        if true != read and (true in KIND_OF or read in KIND_OF):
            score.confused[true, read] += 1
    return score


def rate(pages):
    """Errors over all, with a 95 % interval from drawing pages anew (seed 0)."""
    errors, all_ = np.array(pages).T
    drawn = np.random.default_rng(0).integers(0, len(pages), (2000, len(pages)))
    low, high = np.percentile(errors[drawn].sum(1) / all_[drawn].sum(1), [2.5, 97.5])
    return f"{errors.sum() / all_.sum():.2%} ({low:.2%}–{high:.2%})"


def wilson(right, of):
    """A share with its 95 % interval."""
    share, z = right / of, 1.96
    middle = (share + z * z / 2 / of) / (1 + z * z / of)
    half = z / (1 + z * z / of) * (share * (1 - share) / of + z * z / 4 / of**2) ** 0.5
    return f"{share:.1%} ({max(0, middle - half):.1%}–{min(1, middle + half):.1%})"
