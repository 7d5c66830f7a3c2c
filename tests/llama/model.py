#!/usr/bin/env python3
"""model.py FILE [fullest|projector]: writes a model for llama-server, whose weights are written by hand, so that nothing is trained or downloaded.

It is a llama of one layer that attends to nothing: the last token alone decides which one is next (a bigram model). The chat template ends
a prompt with a token that is named after the first word of its last line ("exec please" -> <|exec|>), or with <|answered|> behind the result of a tool, and
the chain of that token below is what the model says. Behind any other token it takes the shortest way to the end that a grammar leaves.

A projector (--mmproj) makes the server take images: it makes four embeddings of 0 of each, so that the model sees nothing in them.
"""
import array
import struct
import sys

CONTEXT = 65536
HEAD = 8  # width of the only head
FEED_FORWARD = 32

# What is said behind each token, in pieces. Each piece is a token of its own, so each must be unlike all others.
CHAINS = {
    "say": ["A real", " server", " says", " grüß", " dich 👋"],
    "exec": ["I will look.\n", '<tool_call>\n{"name": "ex', 'ec", "arguments": {"cmd": "ec', 'ho", "args": ["from', ' the model"]', '}}\n</tool', "_call>"],
    "two": ['<tool_call>\n{"name": "get_', 'time", "arguments": {"timez', 'one": "Asia/Kolkata"}', '}\n</tool_call>\n<tool',
            '_call>\n{"name": "fs_', 'read_file", "arguments": {"path": "no', 'tes.txt", "encoding": "te', 'xt"}}\n</tool_', "call>"],
    "wrong": ['<tool_call>\n{"name": "fs_read', '_file", "arguments": {"pa', 'th": "is missing"}}\n</t', "ool_call>"],
    "long": ['<tool_call>\n{"name": "exec", "argu', 'ments": {"cmd": "seq", "ar', 'gs": ["20000"]', '}}\n</to', "ol_call>"],
    "call": ['<tool_call>\n{"name": "'],  # a grammar says how it goes on
    "think": ["<think>", "It is simple.", "</think>", "Thought of it."],
    "answered": ["The tools", " have", " answered."],
}
ENDLESS = ["for ever", " and"]  # behind <|endless|>

# Behind all others, if a grammar allows it: the end, then these in this order. By the first, objects have their required fields alone,
# by the second all.
SHORTEST = '"}]<,:0{[tfn'
FULLEST = '"],}<:0{[tfn'

TEMPLATE = """\
{%- if tools %}<|system|>Tools, one call each as <tool_call>
{"name": ..., "arguments": ...}
</tool_call>:
{{ tools | tojson }}<|end|>
{% endif -%}
{%- for message in messages %}<|{{ message.role }}|>{{ message.content or '' }}
{%- for call in message.tool_calls or [] %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{%- endfor %}<|end|>
{% endfor -%}
{%- if add_generation_prompt %}<|assistant|>
{%- if messages[-1].role == 'tool' %}<|answered|>{% else %}<|{{ (messages[-1].content or '').split('>')[-1].strip().split('\\n')[-1].split(' ')[0] }}|>{% endif %}
{%- endif -%}
"""

UINT32, FLOAT32, BOOL, STRING, ARRAY = 4, 6, 7, 8, 9
INT32 = 5
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6


def vocabulary():
    """Token texts, their types, and for some tokens the one that follows."""
    texts = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)] + ["▁"]
    types = [UNKNOWN, CONTROL, CONTROL] + [BYTE] * 256 + [NORMAL]
    follows = {}

    def add(text, kind):
        texts.append(text.replace(" ", "▁") if kind == NORMAL else text)
        types.append(kind)
        return len(texts) - 1

    for role in ["system", "user", "assistant", "tool", "end"]:
        add(f"<|{role}|>", CONTROL)
    for name, pieces in CHAINS.items():
        last = add(f"<|{name}|>", CONTROL)
        for piece in pieces:
            follows[last] = add(piece, NORMAL)
            last = follows[last]
        if name != "call":
            follows[last] = texts.index("</s>")
    start = add("<|endless|>", CONTROL)
    first, second = add(ENDLESS[0], NORMAL), add(ENDLESS[1], NORMAL)
    follows.update({start: first, first: second, second: first})
    assert len(texts) == len(set(texts)), "a piece occurs twice"
    return texts, types, follows


def string(text):
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def value(kind, content):
    if kind == STRING:
        return string(content)
    return struct.pack({UINT32: "<I", INT32: "<i", FLOAT32: "<f", BOOL: "<?"}[kind], content)


def field(name, kind, content):
    if isinstance(content, list):
        data = struct.pack("<IIQ", ARRAY, kind, len(content)) + b"".join(value(kind, item) for item in content)
    else:
        data = struct.pack("<I", kind) + value(kind, content)
    return string(name) + data


def next_token_weights(texts, follows, width, order):
    """output.weight: row j, column i is how much token j is wanted behind token i, whose embedding is 1 at i and 0 elsewhere."""
    eos = texts.index("</s>")
    def wanted_behind(last):
        order_here = SHORTEST if last in (3 + ord("{"), 3 + ord("}")) else order
        others = [chr(byte) for byte in [0x0A, *range(0x21, 0x7F)] if chr(byte) not in order_here]
        return [(eos, 40.0)] + [(3 + ord(c), 30.0 - 2 * rank) for rank, c in enumerate(order_here)] + [(3 + ord(c), 5.0) for c in others]

    weights = array.array("f", bytes(4 * width * len(texts)))
    for last in range(len(texts)):
        for token, weight in [(follows[last], 60.0)] if last in follows else wanted_behind(last):
            weights[token * width + last] = weight / width ** 0.5  # the norm before it makes √width of the 1
    return weights


def constant(name, number, *dimensions):
    """A tensor: name, dimensions (the fastest first) and values."""
    size = 1
    for dimension in dimensions:
        size *= dimension
    return name, dimensions, array.array("f", [number]) * size


def tensors(texts, follows, width, order):
    embedding = array.array("f", bytes(4 * width * len(texts)))
    for token in range(len(texts)):
        embedding[token * width + token] = 1.0
    return [
        ("token_embd.weight", (width, len(texts)), embedding),
        constant("output_norm.weight", 1.0, width),
        ("output.weight", (width, len(texts)), next_token_weights(texts, follows, width, order)),
        constant("blk.0.attn_norm.weight", 1.0, width),
        constant("blk.0.attn_q.weight", 0.0, width, HEAD),
        constant("blk.0.attn_k.weight", 0.0, width, HEAD),
        constant("blk.0.attn_v.weight", 0.0, width, HEAD),
        constant("blk.0.attn_output.weight", 0.0, HEAD, width),
        constant("blk.0.ffn_norm.weight", 1.0, width),
        constant("blk.0.ffn_gate.weight", 0.0, width, FEED_FORWARD),
        constant("blk.0.ffn_up.weight", 0.0, width, FEED_FORWARD),
        constant("blk.0.ffn_down.weight", 0.0, FEED_FORWARD, width),
    ]


def width_for(texts):
    return -(-len(texts) // 32) * 32


def write_model(path, order):
    texts, types, follows = vocabulary()
    width = width_for(texts)
    write(path, [
        field("general.architecture", STRING, "llama"),
        field("general.name", STRING, "bigrams"),
        field("llama.context_length", UINT32, CONTEXT),
        field("llama.embedding_length", UINT32, width),
        field("llama.block_count", UINT32, 1),
        field("llama.feed_forward_length", UINT32, FEED_FORWARD),
        field("llama.attention.head_count", UINT32, 1),
        field("llama.attention.key_length", UINT32, HEAD),
        field("llama.attention.value_length", UINT32, HEAD),
        field("llama.attention.layer_norm_rms_epsilon", FLOAT32, 1e-6),
        field("llama.rope.dimension_count", UINT32, HEAD),
        field("tokenizer.ggml.model", STRING, "llama"),
        field("tokenizer.ggml.tokens", STRING, texts),
        field("tokenizer.ggml.scores", FLOAT32, [0.0] * len(texts)),
        field("tokenizer.ggml.token_type", INT32, types),
        field("tokenizer.ggml.bos_token_id", UINT32, 1),
        field("tokenizer.ggml.eos_token_id", UINT32, 2),
        field("tokenizer.ggml.unknown_token_id", UINT32, 0),
        field("tokenizer.ggml.add_bos_token", BOOL, False),
        field("tokenizer.ggml.add_space_prefix", BOOL, False),
        field("tokenizer.chat_template", STRING, TEMPLATE),
    ], tensors(texts, follows, width, order))


def write_projector(path):
    width = width_for(vocabulary()[0])
    own, patch, side = 32, 14, 28  # width of an embedding here; pixels
    parts = [
        constant("v.patch_embd.weight", 0.0, patch, patch, 3, own),
        constant("v.position_embd.weight", 0.0, own, (side // patch) ** 2),
        constant("mm.0.weight", 0.0, own, width),
        constant("mm.0.bias", 0.0, width),
        constant("mm.2.weight", 0.0, width, width),
        constant("mm.2.bias", 0.0, width),
    ]
    for name in ["attn_q", "attn_k", "attn_v", "attn_out", "ffn_up", "ffn_down"]:
        parts += [constant(f"v.blk.0.{name}.weight", 0.0, own, own), constant(f"v.blk.0.{name}.bias", 0.0, own)]
    for name in ["v.post_ln", "v.blk.0.ln1", "v.blk.0.ln2"]:
        parts += [constant(f"{name}.weight", 1.0, own), constant(f"{name}.bias", 0.0, own)]
    write(path, [
        field("general.architecture", STRING, "clip"),
        field("clip.has_vision_encoder", BOOL, True),
        field("clip.projector_type", STRING, "mlp"),
        field("clip.use_gelu", BOOL, True),
        field("clip.vision.image_size", UINT32, side),
        field("clip.vision.patch_size", UINT32, patch),
        field("clip.vision.embedding_length", UINT32, own),
        field("clip.vision.feed_forward_length", UINT32, own),
        field("clip.vision.projection_dim", UINT32, width),
        field("clip.vision.attention.head_count", UINT32, 1),
        field("clip.vision.attention.layer_norm_epsilon", FLOAT32, 1e-6),
        field("clip.vision.block_count", UINT32, 1),
        field("clip.vision.image_mean", FLOAT32, [0.5] * 3),
        field("clip.vision.image_std", FLOAT32, [0.5] * 3),
    ], parts)


def write(path, fields, all_tensors):
    header, data = b"", b""
    for name, dimensions, values in all_tensors:
        header += string(name) + struct.pack(f"<I{len(dimensions)}QIQ", len(dimensions), *dimensions, 0, len(data))  # 0: 32-bit floats
        data += values.tobytes()
        data += bytes(-len(data) % 32)
    start = b"GGUF" + struct.pack("<IQQ", 3, len(all_tensors), len(fields)) + b"".join(fields) + header
    with open(path, "wb") as file:
        file.write(start + bytes(-len(start) % 32) + data)


if "projector" in sys.argv:
    write_projector(sys.argv[1])
else:
    write_model(sys.argv[1], FULLEST if "fullest" in sys.argv else SHORTEST)
