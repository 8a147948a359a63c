"""Groups about tables of annual reports and the paragraphs around them (TAT-QA)."""

import re

from collection import Question, plain


def table_passages(table, words=106):
    """Rows of a table, in passages of at most so many words."""
    parts, part, size = [], [], 0
    for cells in table:
        row = " ".join(text for cell in cells if (text := " ".join(str(cell).split())))
        if part and size + len(row.split()) > words:
            parts.append("\n".join(part))
            part, size = [], 0
        part.append(row)
        size += len(row.split())
    return parts + (["\n".join(part)] if part else [])


def reports(collection, contexts):
    """Six tables with their paragraphs make a document."""
    collection.random.shuffle(contexts)
    for start in range(0, len(contexts), 6):
        passages, asked = [], []
        for context in contexts[start:start + 6]:
            first, tables = len(passages), table_passages(context["table"]["table"])
            passages += [{"headings": "", "text": text} for text in tables]
            orders = {str(one["order"]): len(passages) + at for at, one in enumerate(context["paragraphs"])}
            passages += [plain(one["text"]) for one in context["paragraphs"]]
            for question in context["questions"]:
                if positives := answering(question, tables, first, orders):
                    asked.append((question, positives, range(first, len(passages))))
        document = collection.add(f"tatqa/{context['table']['uid']}", passages)
        for question, positives, near in asked:
            spans = answer_spans(question, passages, positives)
            collection.questions.append(Question(question["question"], document, positives, "tatqa", spans, near=near))


def values(question):
    answer = question["answer"] if isinstance(question["answer"], list) else [question["answer"]]
    return [" ".join(str(one).split()).strip("$() ") for one in answer]


def answering(question, tables, first, orders):
    """Places of the passages that answer: the marked paragraphs, or the parts of the table with the figures."""
    if question["answer_from"] == "text":
        return sorted(orders[str(one)] for one in question.get("rel_paragraphs", []) if str(one) in orders)
    figures = values(question) + re.findall(r"[\d,.]{3,}", str(question.get("derivation", "")))
    found = [first + at for at, text in enumerate(tables) if any(value and value in text for value in figures)]
    return found or ([first] if len(tables) == 1 else [])


def answer_spans(question, passages, positives):
    """The answer's characters, if it is one text that stands in a passage just once. A sum that was computed has none."""
    found = values(question)
    if question["answer_type"] != "span" or len(found) != 1 or not found[0]:
        return {}
    texts = {at: passages[at]["text"] for at in positives}
    return {at: [text.index(found[0]), text.index(found[0]) + len(found[0])]
            for at, text in texts.items() if text.count(found[0]) == 1}
