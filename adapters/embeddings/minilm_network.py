"""MiniLM's network under ONNX Runtime, built from the published weights, which come as a safetensors file.

Importing this module needs the packages of the extra `parley[minilm]`.
"""

import json
from collections.abc import Sequence
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import Any, Final

np: Any = import_module("numpy")
onnx: Any = import_module("onnx")
onnxruntime: Any = import_module("onnxruntime")

_LAYERS: Final = 6
_HEADS: Final = 12
_WIDTH: Final = 384
_PER_HEAD: Final = _WIDTH // _HEADS
_EPSILON: Final = 1e-12  # of the normalisations
_IGNORED: Final = -1e9  # added to the scores of padding
_OPSET: Final = 20  # the first with Gelu
_THREADS: Final = 2  # a worker shares the machine with the bot


class MiniLmNetwork:
    """Computes the mean of a text's token vectors, of unit length."""

    def __init__(self, weights: Path) -> None:
        """Read the weights and prepare the network."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = _THREADS
        options.log_severity_level = 3  # errors
        graph = _GraphBuilder(_read_safetensors(weights)).model()
        self._session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])

    def embed(self, tokens: Sequence[Sequence[int]]) -> list[tuple[float, ...]]:
        """Return one vector per list of token ids; none is empty."""
        length = max(map(len, tokens))
        ids = np.zeros((len(tokens), length), dtype=np.int64)
        mask = np.zeros((len(tokens), length), dtype=np.float32)
        for row, each in enumerate(tokens):
            ids[row, : len(each)], mask[row, : len(each)] = each, 1
        inputs = {"ids": ids, "positions": np.arange(length), "bias": ((1 - mask) * _IGNORED)[:, None, None, :]}
        (hidden,) = self._session.run(None, inputs)
        means = (hidden * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        units = means / np.linalg.norm(means, axis=1, keepdims=True)
        return [tuple(each) for each in units.tolist()]


class _GraphBuilder:
    """Builds the encoder as an ONNX model. Source: Devlin et al., BERT (2018)."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self._weights = weights
        self._nodes: list[Any] = []
        self._initializers: list[Any] = []

    def model(self) -> bytes:
        """Return the serialised model: ids, positions and the bias of the scores in, the tokens' vectors out."""
        weights, helper = self._weights, onnx.helper
        positions = (
            weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
        )
        words = self._node("Gather", self._constant(weights["embeddings.word_embeddings.weight"]), "ids")
        places = self._node("Gather", self._constant(positions), "positions")
        hidden = self._normalised(self._node("Add", words, places), "embeddings.LayerNorm")
        for number in range(_LAYERS):
            hidden = self._layer(hidden, f"encoder.layer.{number}")
        integer, real = onnx.TensorProto.INT64, onnx.TensorProto.FLOAT
        inputs = [
            helper.make_tensor_value_info("ids", integer, ["texts", "tokens"]),
            helper.make_tensor_value_info("positions", integer, ["tokens"]),
            helper.make_tensor_value_info("bias", real, ["texts", 1, 1, "tokens"]),
        ]
        outputs = [helper.make_tensor_value_info(hidden, real, ["texts", "tokens", _WIDTH])]
        graph = helper.make_graph(self._nodes, "minilm", inputs, outputs, self._initializers)
        opset = [helper.make_opsetid("", _OPSET)]
        model: bytes = helper.make_model(graph, opset_imports=opset, ir_version=9).SerializeToString()
        return model

    def _layer(self, hidden: str, name: str) -> str:
        query = self._heads(
            self._linear(hidden, f"{name}.attention.self.query", scale=1 / sqrt(_PER_HEAD)), [0, 2, 1, 3]
        )
        key = self._heads(self._linear(hidden, f"{name}.attention.self.key"), [0, 2, 3, 1])
        value = self._heads(self._linear(hidden, f"{name}.attention.self.value"), [0, 2, 1, 3])
        scores = self._node("Add", self._node("MatMul", query, key), "bias")
        context = self._node("MatMul", self._node("Softmax", scores, axis=-1), value)
        together = self._node("Transpose", context, perm=[0, 2, 1, 3])
        flat = self._node("Reshape", together, self._constant(np.array([0, 0, _WIDTH])))
        attention = self._linear(flat, f"{name}.attention.output.dense")
        hidden = self._normalised(self._node("Add", hidden, attention), f"{name}.attention.output.LayerNorm")
        inner = self._node("Gelu", self._linear(hidden, f"{name}.intermediate.dense"))
        output = self._linear(inner, f"{name}.output.dense")
        return self._normalised(self._node("Add", hidden, output), f"{name}.output.LayerNorm")

    def _heads(self, values: str, order: list[int]) -> str:
        shape = self._constant(np.array([0, 0, _HEADS, _PER_HEAD]))
        return self._node("Transpose", self._node("Reshape", values, shape), perm=order)

    def _linear(self, values: str, name: str, *, scale: float = 1.0) -> str:
        matrix = self._constant(np.ascontiguousarray(self._weights[f"{name}.weight"].T) * np.float32(scale))
        bias = self._constant(self._weights[f"{name}.bias"] * np.float32(scale))
        return self._node("Add", self._node("MatMul", values, matrix), bias)

    def _normalised(self, values: str, name: str) -> str:
        scale, bias = (self._constant(self._weights[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self._node("LayerNormalization", values, scale, bias, axis=-1, epsilon=_EPSILON)

    def _node(self, kind: str, *inputs: str, **attributes: object) -> str:
        output = f"value{len(self._nodes)}"
        self._nodes.append(onnx.helper.make_node(kind, inputs, [output], **attributes))
        return output

    def _constant(self, values: Any) -> str:  # noqa: ANN401 - an array of an optional package
        name = f"constant{len(self._initializers)}"
        self._initializers.append(onnx.numpy_helper.from_array(values, name))
        return name


def _read_safetensors(path: Path) -> dict[str, Any]:
    """Return the float arrays of a safetensors file by name: a length, a JSON header, then the numbers."""
    data = path.read_bytes()
    header_end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:header_end])
    found = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = entry["data_offsets"]
            numbers = np.frombuffer(data, np.dtype("<f4"), count=(end - start) // 4, offset=header_end + start)
            found[name] = numbers.reshape(entry["shape"])
    return found
