"""How like people's questions the exported generator's are, on sources held out: BLEU-4 and ROUGE-L, each of its questions
beside all that people asked of the same source. Which of its questions find their passage, `pincite eval squad --adapt
pincite-questions` tells.

    pip install onnxruntime sacrebleu rouge-score tokenizers
    python figures.py <working folder> <exported folder> [--show 20]
"""

import argparse
import json
import pickle
import random
from pathlib import Path

import numpy
import sacrebleu
from rouge_score import rouge_scorer
from tokenizers import Tokenizer

from exported import Exported
from network import CLS, LONGEST, SEP
from prepare import batches, padded


def write(networks, sources):
    """Ids of the question to each source, followed greedily."""
    ids = padded(sources)
    networks.read(ids, (numpy.arange(ids.shape[1]) < numpy.array([[len(source)] for source in sources])).astype(numpy.int64))
    written = numpy.full((len(sources), 1), CLS)
    while written.shape[1] < LONGEST and not (written == SEP).any(1).all():
        likely = networks.step(written[:, -1:])
        written = numpy.concatenate([written, likely.argmax(-1, keepdims=True)], axis=1)
    return [row[1:][: list(row[1:]).index(SEP) if SEP in row[1:] else None].tolist() for row in written]


def write_all(networks, sources):
    written = [None] * len(sources)
    for batch in batches([len(source) for source in sources]):
        for at, question in zip(batch, write(networks, [sources[at] for at in batch])):
            written[at] = question
    return written


def figures(written, asked):
    """BLEU-4 of all together, ROUGE-L of each with the likest of what people asked."""
    most = max(map(len, asked))
    columns = [[questions[at] if at < len(questions) else None for questions in asked] for at in range(most)]
    rouge = rouge_scorer.RougeScorer(["rougeL"], use_stemmer=True)
    scores = [rouge.score_multi(questions, mine)["rougeL"].fmeasure for mine, questions in zip(written, asked)]
    bleu = sacrebleu.corpus_bleu(written, columns, lowercase=True).score
    return {"questions": len(written), "bleu_4": round(bleu, 1), "rouge_l": round(100 * float(numpy.mean(scores)), 1)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", type=int, default=0)
    given = parser.parse_args()
    kept = pickle.loads((given.work / "examples.pickle").read_bytes())
    sources = [source for source, out in zip(kept["sources"], kept["held_out"]) if out]
    texts = json.loads((given.work / "held_out.json").read_text())
    tokenizer = Tokenizer.from_file(str(given.folder / "tokenizer.json"))
    written = [tokenizer.decode(ids) for ids in write_all(Exported(given.folder), sources)]
    asked = [[tokenizer.decode(tokenizer.encode(question).ids) for question in text["questions"]] for text in texts]
    print(json.dumps(figures(written, asked)))
    for at in random.Random(1).sample(range(len(sources)), given.show):
        print(f"\n{texts[at]['sentence']}\n  people:    {' | '.join(asked[at])}\n  generator: {written[at]}")


if __name__ == "__main__":
    main()
