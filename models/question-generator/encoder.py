"""The frozen encoder, MiniLM, as `encoder_model.onnx`: for each token its state, its id, and whether it may be copied.

The id travels with the states because the decoder copies words and is given nothing else of the source.
"""

from safetensors.numpy import load_file

from graphs import Graph
from onnx import TensorProto

HEADS = 12
EPSILON = 1e-12
INT = TensorProto.INT64


def weights(model):
    """MiniLM's weights by short names."""
    return {name.removeprefix("bert."): array for name, array in load_file(model / "model.safetensors").items()}


def layer(graph, w, at, states, hidden):
    name = f"encoder.layer.{at}."
    linear = lambda part, x: graph.linear(name + part, x, w[f"{name}{part}.weight"], w[f"{name}{part}.bias"])
    normal = lambda part, x: graph.normalise(name + part, x, w[f"{name}{part}.weight"], w[f"{name}{part}.bias"], EPSILON)
    split = lambda part: graph.split_heads(linear(f"attention.self.{part}", states), HEADS)
    size = states_width(w) // HEADS
    query = graph("Mul", split("query"), graph.constant(size ** -0.5))
    read = graph("MatMul", graph.look(query, split("key"), hidden), split("value"))
    attended = linear("attention.output.dense", graph.join_heads(read))
    states = normal("attention.output.LayerNorm", graph("Add", attended, states))
    inner = linear("output.dense", graph.gelu(linear("intermediate.dense", states)))
    return normal("output.LayerNorm", graph("Add", inner, states))


def states_width(w):
    return w["embeddings.word_embeddings.weight"].shape[1]


def embedded(graph, w, ids):
    words = graph.words(w["embeddings.word_embeddings.weight"], ids)
    positions = w["embeddings.position_embeddings.weight"] + w["embeddings.token_type_embeddings.weight"][0]
    length = graph("Slice", graph("Shape", ids), graph.ints(1), graph.ints(2))
    placed = graph("Slice", graph.full("positions", positions), graph.ints(0), length, graph.ints(0))
    norm = [w[f"embeddings.LayerNorm.{part}"] for part in ("weight", "bias")]
    return graph.normalise("embeddings.LayerNorm", graph("Add", words, placed), *norm, EPSILON)


def encoder(model):
    """The graph: `input_ids`, `attention_mask` [batch, source] → `last_hidden_state` [batch, source, width + 1]."""
    w, graph = weights(model), Graph("encoder")
    ids = graph.input("input_ids", ["batch_size", "encoder_sequence_length"], INT)
    mask = graph.input("attention_mask", ["batch_size", "encoder_sequence_length"], INT)
    states, hidden = embedded(graph, w, ids), graph.hidden(mask)
    layers = sum(name.endswith("output.dense.weight") and "attention" not in name for name in w)
    for at in range(layers):
        states = layer(graph, w, at, states, hidden)
    named = graph("Unsqueeze", graph("Cast", ids, to=TensorProto.FLOAT), graph.ints(2))
    shape = ["batch_size", "encoder_sequence_length", states_width(w) + 1]
    graph.output("last_hidden_state", graph("Concat", states, named, axis=2), shape)
    return graph
