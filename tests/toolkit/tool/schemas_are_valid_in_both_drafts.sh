#!/usr/bin/env bash
# The schema of each tool is valid in JSON Schema draft 7 and 2020-12, has nothing at its top that
# OpenAI, Anthropic or llama.cpp refuse, and says what the tool checks about two names for one
# field, hashes, modes and empty paths.
. "$(dirname "$0")/../../shell.sh"
python3 -c 'from jsonschema import Draft202012Validator' 2> /dev/null \
  || skip "python3-jsonschema is missing"

tools=0
for entry in "$source"/tools/*/main.cpp; do
  tool=$(basename "$(dirname "$entry")")
  "$bin/$tool" --describe > "$dir/$tool.json"
  tools=$((tools + 1))
done
[ "$tools" -ge 15 ] || fail "there are $tools tools"

python3 - "$dir" <<'PYTHON' || fail "a schema is wrong"
import glob, json, os, sys
from jsonschema import Draft7Validator, Draft202012Validator

schemas = {}
for path in glob.glob(sys.argv[1] + "/*.json"):
    schemas[os.path.basename(path)[:-5]] = json.load(open(path))["schema"]

def complaint(name, what):
    print(name + ": " + what)
    complaint.count += 1
complaint.count = 0

def each(schema):
    if isinstance(schema, dict):
        yield schema
        for part in schema.values():
            yield from each(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from each(part)

for name, schema in schemas.items():
    for draft in Draft7Validator, Draft202012Validator:
        draft.check_schema(schema)
    refused = {"anyOf", "oneOf", "allOf", "enum", "not", "$ref"}
    if schema.get("type") != "object" or refused & schema.keys():
        complaint(name, "has at its top what servers refuse")
    if len(json.dumps(schema, separators=(",", ":"), ensure_ascii=False).encode()) >= 1200:
        complaint(name, "takes 1,200 bytes or more")
    for part in each(schema):
        pattern = part.get("pattern", "^$")
        if isinstance(pattern, str) and not (pattern.startswith("^") and pattern.endswith("$")):
            complaint(name, "has a pattern without anchors, which llama.cpp refuses")

hash = "0123456789abcdefABCDEF" + 42 * "0"
of_bytes = {"path": "a", "startByte": 0, "endByte": 0}
rows = [
    ("fs_write_file", {"path": "a", "content": ""}, True),
    ("fs_write_file", {"path": "a"}, False),
    ("fs_write_file", {"path": "", "content": ""}, False),
    ("fs_write_file", {"content": ""}, False),
    ("fs_append_file", {"path": "a"}, False),
    ("fs_edit_range", {**of_bytes, "replacement": ""}, True),
    ("fs_edit_range", {**of_bytes, "replacementBase64": ""}, True),
    ("fs_edit_range", of_bytes, False),
    ("fs_edit_range", {**of_bytes, "replacement": "", "replacementBase64": ""}, False),
    ("fs_edit_range", {**of_bytes, "replacement": "", "expectedSha256": hash}, True),
    ("fs_edit_range", {**of_bytes, "replacement": "", "expectedSha256": hash[1:]}, False),
    ("fs_mkdirp", {"path": "a", "modeOctal": "0755"}, True),
    ("fs_mkdirp", {"path": "a", "modeOctal": "755"}, True),
    ("fs_mkdirp", {"path": "a", "modeOctal": "4755"}, False),
    ("fs_move", {"from": "a", "to": ""}, False),
    ("get_time", {}, True),
]
for name, request, is_valid in rows:
    for draft in Draft7Validator, Draft202012Validator:
        if draft(schemas[name]).is_valid(request) != is_valid:
            complaint(name, f"{draft.__name__}: {request}")
sys.exit(complaint.count > 0)
PYTHON
