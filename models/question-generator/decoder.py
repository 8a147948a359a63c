"""The trained decoder as `decoder_model_merged.onnx`, with the names and shapes that Hugging Face's exporter gives a T5.

With `use_cache_branch` the keys and values of the source are those given, else they are computed from the encoder's output.
"""

import numpy
from onnx import TensorProto, helper

from graphs import Graph

EPSILON = 1e-12
INT = TensorProto.INT64
SMALL = 1e-9


class Decoder:
    """`w`: the writer's weights by name, as numpy arrays; `table`: the encoder's word embeddings."""

    def __init__(self, w, table, heads, layers):
        self.w, self.table, self.heads, self.layers = w, table, heads, layers
        self.vocabulary, self.width = table.shape
        self.graph = Graph("decoder")

    def linear(self, name, states):
        return self.graph.linear(name, states, self.w[f"{name}.weight"], self.w.get(f"{name}.bias"))

    def normal(self, name, states):
        return self.graph.normalise(name, states, self.w[f"{name}.weight"], self.w[f"{name}.bias"], EPSILON)

    def words(self, ids):
        return self.graph.words(self.table, ids)

    def split(self, states):
        return self.graph.split_heads(states, self.heads)

    def inputs(self):
        g, size = self.graph, self.width // self.heads
        self.mask = g.input("encoder_attention_mask", ["batch_size", "encoder_sequence_length"], INT)
        self.ids = g.input("input_ids", ["batch_size", "decoder_sequence_length"], INT)
        source = ["batch_size", "encoder_sequence_length", self.width + 1]
        self.source = g.input("encoder_hidden_states", source)
        self.past = {}
        for at in range(self.layers):
            for whose, length in (("decoder", "past_decoder_sequence_length"), ("encoder", "encoder_sequence_length_out")):
                for part in ("key", "value"):
                    shape = ["batch_size", self.heads, length, size]
                    self.past[at, whose, part] = g.input(f"past_key_values.{at}.{whose}.{part}", shape)
        self.cached = g.input("use_cache_branch", [1], TensorProto.BOOL)

    def read_source(self):
        """Keys and values of the source, by layer: computed in one branch, those given in the other."""
        names = [(at, part) for at in range(self.layers) for part in ("key", "value")]
        outer, before = self.graph, len(self.graph.nodes)
        states, words = self.parts_of_source()
        source = self.normal("before_source", outer("Add", self.linear("read_state", states), self.linear("read_word", words)))
        computed = [self.split(self.linear(f"layers.{at}.source.{part}", source)) for at, part in names]
        nodes = outer.nodes[before:]
        del outer.nodes[before:]
        give = lambda values, name: [helper.make_node("Identity", [value], [f"{name}_{at}"]) for at, value in enumerate(values)]
        shaped = lambda name: [helper.make_tensor_value_info(f"{name}_{at}", TensorProto.FLOAT, None) for at in range(len(names))]
        given = [self.past[at, "encoder", part] for at, part in names]
        fresh = helper.make_graph(nodes + give(computed, "computed"), "fresh", [], shaped("computed"))
        kept = helper.make_graph(give(given, "kept"), "kept", [], shaped("kept"))
        return dict(zip(names, outer("If", self.cached, outputs=len(names), then_branch=kept, else_branch=fresh)))

    def parts_of_source(self):
        """The encoder's states, and the embeddings of the words they stand for."""
        g = self.graph
        states = g("Slice", self.source, g.ints(0), g.ints(self.width), g.ints(2))
        return states, self.words(self.named())

    def named(self):
        g = self.graph
        ids = g("Slice", self.source, g.ints(self.width), g.ints(self.width + 1), g.ints(2))
        return g("Cast", g("Squeeze", ids, g.ints(2)), to=INT)

    def place(self):
        """How many tokens came before, and how many there are with the new ones, each [1]."""
        g = self.graph
        before = g("Slice", g("Shape", self.past[0, "decoder", "key"]), g.ints(2), g.ints(3))
        new = g("Slice", g("Shape", self.ids), g.ints(1), g.ints(2))
        return before, g("Add", before, new)

    def numbers(self, before, after):
        """Numbers of the new tokens' positions [new]; those after the last one that was trained are the last one."""
        g = self.graph
        one = lambda value: g("Squeeze", value, g.ints(0))
        numbers = g("Range", one(before), one(after), g.constant(1, numpy.int64))
        return g("Min", numbers, g.ints(len(self.w["positions"]) - 1))

    def causal(self, before, after):
        """What may not be seen yet, to be added to scores [new, all]."""
        g = self.graph
        one = lambda value: g("Squeeze", value, g.ints(0))
        step, zero = g.constant(1, numpy.int64), g.constant(0, numpy.int64)
        queries = g("Unsqueeze", g("Range", one(before), one(after), step), g.ints(1))
        later = g("Greater", g("Range", zero, one(after), step), queries)
        return g("Mul", g("Cast", later, to=TensorProto.FLOAT), g.constant(-1e4))

    def layer(self, at, states, causal, source_hidden, read):
        g, name = self.graph, f"layers.{at}"
        size = (self.width // self.heads) ** -0.5
        query = lambda part, x: g("Mul", self.split(self.linear(f"{name}.{part}.query", x)), g.constant(size))
        out = lambda part, looked, value: self.linear(f"{name}.{part}.out", g.join_heads(g("MatMul", looked, value)))
        own = {}
        for part in ("key", "value"):
            new = self.split(self.linear(f"{name}.own.{part}", states))
            own[part] = g("Concat", self.past[at, "decoder", part], new, axis=2)
        read_own = out("own", g.look(query("own", states), own["key"], causal), own["value"])
        states = self.normal(f"{name}.after_own", g("Add", states, read_own))
        looked = g.look(query("source", self.normal(f"{name}.before_source", states)), read[at, "key"], source_hidden)
        states = g("Add", states, out("source", looked, read[at, "value"]))
        inner = self.linear(f"{name}.narrow", g.gelu(self.linear(f"{name}.widen", states)))
        return self.normal(f"{name}.after_inner", g("Add", states, inner)), looked, own

    def likelihood(self, states, looked):
        """Log-probability of every word of the vocabulary [batch, new, vocabulary]."""
        g = self.graph
        copying = g("Sigmoid", self.linear("copy", states))
        mix = numpy.exp(self.w["heads"]) / numpy.exp(self.w["heads"]).sum()
        looked = g("ReduceSum", g("Mul", looked, g.full("mix", mix.reshape(1, -1, 1, 1))), g.ints(1), keepdims=0)
        copied = g("Mul", looked, copying)
        chosen = g("Mul", g("Softmax", self.linear("choose", states), axis=-1), g("Sub", g.constant(1.0), copying))
        shape = g("Concat", g("Shape", self.ids), g.ints(self.vocabulary), axis=0)
        nothing = g("ConstantOfShape", shape, value=helper.make_tensor("zero", TensorProto.FLOAT, [1], [0.0]))
        own = g("Expand", g.constant(self.w["own"].reshape(1, 1, -1), numpy.int64), g("Shape", chosen))
        named = g("Expand", g("Unsqueeze", self.named(), g.ints(1)), g("Shape", copied))
        filled = g("ScatterElements", nothing, own, chosen, axis=2, reduction="add")
        filled = g("ScatterElements", filled, named, copied, axis=2, reduction="add")
        return g("Log", g("Add", filled, g.constant(SMALL)))

    def build(self):
        self.inputs()
        g, read = self.graph, self.read_source()
        before, after = self.place()
        positions = g("Gather", g.full("positions", self.w["positions"]), self.numbers(before, after), axis=0)
        states = self.normal("before", g("Add", self.words(self.ids), positions))
        causal, hidden, own = self.causal(before, after), g.hidden(self.mask), {}
        for at in range(self.layers):
            states, looked, own[at] = self.layer(at, states, causal, hidden, read)
        g.output("logits", self.likelihood(self.normal("after", states), looked),
                 ["batch_size", "decoder_sequence_length", self.vocabulary])
        for at in range(self.layers):
            for whose, values in (("decoder", own[at]), ("encoder", {part: read[at, part] for part in ("key", "value")})):
                for part in ("key", "value"):
                    shape = ["batch_size", self.heads, f"{whose}_length_out", self.width // self.heads]
                    g.output(f"present.{at}.{whose}.{part}", values[part], shape)
        return g
