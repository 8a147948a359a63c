"""Questions that a passage nearly answers: one word of a question it answers is changed, so that it answers no longer.

SQuAD 2.0's questions without an answer were written that way by people (Rajpurkar et al. 2018, table 2): another name or
number, the opposite, a negation, a condition that does not hold. Here rules write them, on training questions alone.
"""

import re

OPPOSITES = """first last|before after|largest smallest|most least|more fewer|highest lowest|increase decrease|increased decreased
north south|northern southern|east west|eastern western|early late|earlier later|earliest latest|begin end|began ended
beginning end|start finish|started stopped|old young|older younger|oldest youngest|new old|good bad|best worst|win lose|won lost
winner loser|buy sell|bought sold|love hate|loved hated|like dislike|liked disliked|strong weak|male female|men women|man woman
king queen|father mother|son daughter|brother sister|husband wife|boy girl|prince princess|public private|open close|opened closed
above below|inside outside|large small|larger smaller|big small|long short|longest shortest|fast slow|easy difficult|same different
accept reject|accepted rejected|allow forbid|allowed forbidden|support oppose|supported opposed|include exclude|includes excludes
cause prevent|caused prevented|minimum maximum|major minor|upper lower|left right|heavy light|hot cold|rich poor|positive negative
advantage disadvantage|advantages disadvantages|create destroy|created destroyed|join leave|joined left|enter leave|borrow lend
lessor lessee|assets liabilities|income loss|current noncurrent|gain loss|gross net|short-term long-term|receivable payable
always never|northwest southeast|northeast southwest|spring autumn|summer winter|day night|morning evening|rise fall|rose fell"""
PAIRS = [pair.split() for line in OPPOSITES.split("\n") for pair in line.split("|")]
OPPOSITE = {first: second for first, second in PAIRS} | {second: first for first, second in PAIRS}
NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w'-]+(?: (?:of |the )?[A-Z][\w'-]+)*")
NUMBER = re.compile(r"(?<![\w.,])\d[\d,.]*\d\b|(?<![\w.,])\d\b")
WORD = re.compile(r"[a-z]{5,}")
NEGATED = re.compile(r"\b(was|were|did|does|is|are|do|can|could|would|should|has|have|had) ")
COMMON = set("which about their there these those where while would could should does have been other after before".split())


def swapped(question, found, others, positive, draw):
    """The question with one match replaced by another text of the document that the passage does not have."""
    own = positive.lower()
    others = [other for other in sorted(set(others)) if other.lower() not in own and other.lower() not in question.lower()]
    if not found or not others:
        return None
    match = draw.choice(found)
    return question[:match.start()] + draw.choice(others) + question[match.end():]


def by_name(question, positive, others, draw):
    found = list(NAME.finditer(question))
    return swapped(question, found, [match.group() for text in others for match in NAME.finditer(text)], positive, draw)


def by_number(question, positive, others, draw):
    found = list(NUMBER.finditer(question))
    if not found:
        return None
    match = draw.choice(found)
    if re.fullmatch(r"(19|20)\d\d", match.group()):
        years = [str(int(match.group()) + step) for step in (-4, -3, -2, -1, 1, 2, 3)]
        return swapped(question, [match], years, positive, draw)
    numbers = [other.group() for text in others for other in NUMBER.finditer(text)]
    return swapped(question, [match], numbers, positive, draw)


def by_opposite(question, positive, others, draw):
    found = [match for match in re.finditer(r"(?<![Hh]ow )\b[\w-]+", question) if match.group().lower() in OPPOSITE]
    if not found:
        return None
    match = draw.choice(found)
    return question[:match.start()] + OPPOSITE[match.group().lower()] + question[match.end():]


def by_negation(question, positive, others, draw):
    match = NEGATED.search(question)
    if not match or re.search(r"\bnot\b|n't\b|\bnever\b", question):
        return None
    rest = question[match.end():].split(" ")
    if match.group(1) in ("did", "does", "do", "can", "could", "would", "should") and match.start() > 0:
        place = draw.choice([0, min(1, len(rest) - 1), min(2, len(rest) - 1)])
        return question[:match.end()] + " ".join(rest[:place] + [draw.choice(["not", "never"])] + rest[place:])
    return question[:match.start()] + match.group(1) + (" not " if draw.random() < 0.6 else "n't ") + question[match.end():]


def by_word(question, positive, others, draw):
    """One word that the passage has becomes another word of the document, with the same ending."""
    own = positive.lower()
    found = [match for match in WORD.finditer(question) if match.group() in own and match.group() not in COMMON]
    if not found:
        return None
    match = draw.choice(found)
    ending = match.group()[-2:]
    words = [word for text in others for word in WORD.findall(text) if word.endswith(ending) and word[:4] != match.group()[:4]]
    return swapped(question, [match], words, positive, draw)


RULES = [(by_name, 3), (by_number, 3), (by_opposite, 3), (by_word, 1), (by_negation, 0.5)]


def near_miss(question, positive, others, draw):
    """Another question that `positive` does not answer, or None. `others` are further passages of its document."""
    texts = [passage["text"] for passage in others]
    rules = list(RULES)
    while rules:
        rule = draw.choices([rule for rule, _ in rules], [weight for _, weight in rules])[0]
        if edited := rule(question, positive["text"], texts, draw):
            return edited
        rules = [one for one in rules if one[0] is not rule]
    return None
