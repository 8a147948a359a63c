"""Writing ONNX graphs by hand: nodes, and weights kept as 8-bit numbers with a scale per row or column."""

import hashlib

import numpy
from onnx import TensorProto, checker, external_data_helper, helper, numpy_helper

OPSET = 18
# Both networks read the table of words, half of each one's weights: it lies beside them, once.
SHARED = "encoder_model.onnx_data"


def quantised(array, axes):
    """The array in 8 bits, and the scales it takes: one for all numbers along `axes`."""
    scale = numpy.maximum(numpy.abs(array).max(axis=axes, keepdims=True) / 127, 1e-12).astype(numpy.float32)
    return numpy.rint(array / scale).clip(-127, 127).astype(numpy.int8), scale


class Graph:
    def __init__(self, name):
        self.name, self.nodes, self.weights, self.inputs, self.outputs = name, [], {}, [], []
        self.unpacking, self.shared = [], None

    def input(self, name, shape, kind=TensorProto.FLOAT):
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, name, value, shape, kind=TensorProto.FLOAT):
        self.nodes.append(helper.make_node("Identity", [value], [name]))
        self.outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def constant(self, value, kind=numpy.float32):
        array = numpy.asarray(value, dtype=kind)
        name = f"constant_{array.dtype}_{array.shape}_{hashlib.sha256(array.tobytes()).hexdigest()[:16]}"
        self.weights[name] = array
        return name

    def ints(self, *values):
        return self.constant(values, numpy.int64)

    def __call__(self, op, *inputs, outputs=1, **attributes):
        names = [f"{self.name}_{op}_{len(self.nodes)}_{at}" for at in range(outputs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names

    def full(self, name, array):
        self.weights[name] = numpy.ascontiguousarray(array, dtype=numpy.float32)
        return name

    def packed(self, name, array, axis):
        """A matrix in 8 bits, with a scale for each place on `axis`; its name, once unpacked, is returned. It is unpacked
        before all else, once, when the network is opened: the runtime's own 8-bit operators fail in branches."""
        other = tuple(at for at in range(array.ndim) if at != axis)
        self.weights[f"{name}_packed"], self.weights[f"{name}_scale"] = quantised(array, other)
        self.unpacking.append(helper.make_node("Cast", [f"{name}_packed"], [f"{name}_whole"], to=TensorProto.FLOAT))
        self.unpacking.append(helper.make_node("Mul", [f"{name}_whole", f"{name}_scale"], [name]))
        return name

    def words(self, table, ids):
        """Rows of the table of words: gathered in 8 bits, unpacked then."""
        if self.shared is None:
            self.shared, self.weights["words_scale"] = quantised(table, 1)
        packed = self("Gather", "words_packed", ids, axis=0)
        return self("Mul", self("Cast", packed, to=TensorProto.FLOAT), self("Gather", "words_scale", ids, axis=0))

    def linear(self, name, states, weight, bias=None):
        """`weight` as PyTorch keeps it: [out, in]."""
        product = self("MatMul", states, self.packed(name, weight.T, 1))
        return product if bias is None else self("Add", product, self.full(f"{name}_bias", bias))

    def normalise(self, name, states, weight, bias, epsilon):
        scale, shift = self.full(f"{name}_weight", weight), self.full(f"{name}_bias", bias)
        return self("LayerNormalization", states, scale, shift, axis=-1, epsilon=epsilon)

    def gelu(self, states):
        error = self("Erf", self("Mul", states, self.constant(0.5 ** 0.5)))
        half = self("Mul", states, self.constant(0.5))
        return self("Mul", half, self("Add", error, self.constant(1.0)))

    def split_heads(self, states, heads):
        return self("Transpose", self("Reshape", states, self.ints(0, 0, heads, -1)), perm=[0, 2, 1, 3])

    def join_heads(self, states):
        return self("Reshape", self("Transpose", states, perm=[0, 2, 1, 3]), self.ints(0, 0, -1))

    def look(self, query, key, hidden):
        """Where queries look: `hidden` is added to the scores, a large negative number where they may not."""
        scores = self("MatMul", query, self("Transpose", key, perm=[0, 1, 3, 2]))
        return self("Softmax", self("Add", scores, hidden), axis=-1)

    def hidden(self, mask):
        """From a mask of ones and zeros [batch, keys] what `look` adds [batch, 1, 1, keys]."""
        absent = self("Sub", self.constant(1.0), self("Cast", mask, to=TensorProto.FLOAT))
        return self("Mul", self("Unsqueeze", absent, self.ints(1, 2)), self.constant(-1e4))

    def save(self, file):
        tensors = [numpy_helper.from_array(array, name) for name, array in self.weights.items()]
        tensors.append(self.beside(file.with_name(SHARED)))
        graph = helper.make_graph(self.unpacking + self.nodes, self.name, self.inputs, self.outputs, tensors)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
        file.write_bytes(model.SerializeToString())
        checker.check_model(file)

    def beside(self, file):
        """The table of words, written to a file of its own."""
        tensor = numpy_helper.from_array(self.shared, "words_packed")
        file.write_bytes(tensor.raw_data)
        external_data_helper.set_external_data(tensor, SHARED, offset=0, length=len(tensor.raw_data))
        tensor.ClearField("raw_data")
        return tensor
