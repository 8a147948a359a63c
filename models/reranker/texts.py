"""Groups about other texts: encyclopedia, reviews, comments, tales, single sentences."""

from collections import defaultdict

from collection import Question

LEFT_OUT = {"policyqa-dev"}  # its questions are general, and many passages of a policy answer them
WHOLE_DOCUMENTS = {"squad-v1.1-extra", "fairytaleqa-train"}  # the others are cut into parts
SENTENCES = "squad-train-sentences"  # they have no document and no answers
PART = {SENTENCES: 300}
BRACKETS = {"-lrb-": "(", "-rrb-": ")", "-lsb-": "[", "-rsb-": "]", "``": '"', "''": '"'}


def without_brackets(text):
    return " ".join(BRACKETS.get(word, word) for word in text.split(" "))


def paragraphs(collection, pairs):
    """Paragraphs with questions. Short texts of a source make a document of 30 together, sentences one of 300."""
    by_document = defaultdict(dict)
    for pair in pairs:
        if pair["source"] in LEFT_OUT:
            continue
        clean = without_brackets if pair["source"] == SENTENCES else str
        name = pair["document"] if pair["source"] in WHOLE_DOCUMENTS else ""
        asked = by_document[pair["source"], name].setdefault(clean(pair["passage"]), [])
        asked.append((clean(pair["question"]), pair["answer"]))
    for (source, name), passages in by_document.items():
        items, size = list(passages.items()), len(passages) if name else PART.get(source, 30)
        for start in range(0, len(items), size):
            add_part(collection, source, f"{source}/{name}/{start}", items[start:start + size])


def add_part(collection, source, name, items):
    if len(items) < 4:
        return
    document = collection.add(name, [{"headings": "", "text": text} for text, _ in items])
    for place, (text, asked) in enumerate(items):
        for question, answer in asked:
            start = text.find(answer) if answer else -1
            spans = {place: [start, start + len(answer)]} if start >= 0 else {}
            collection.questions.append(Question(question, document, [place], source, spans))
