#!/usr/bin/env bash
# The JSON Schema of the run channel is valid, and so are by it lines that were written before there
# was one, a line of each message and event with and without the fields that may be left out, and
# the examples of docs/host.md. It refuses what the channel refuses. The schemas for OpenAPI are the
# same, and Redocly's linter finds nothing in them.
. "$(dirname "$0")/../../shell.sh"
python3 -c 'from jsonschema import Draft202012Validator' 2> /dev/null \
  || skip 'python3-jsonschema is missing'

"$bin/agentcli" generate channel > "$dir/schema.json"
"$bin/channel_texts" openapi > "$dir/openapi.json"
"$bin/channel_texts" samples > "$dir/samples"
python3 -B - "$dir" "$source" <<'PYTHON' || fail "a schema is wrong"
import json, re, sys
from jsonschema import Draft202012Validator

place, source = sys.argv[1:]
document = json.load(open(place + "/schema.json"))
Draft202012Validator.check_schema(document)
schemas = json.load(open(place + "/openapi.json"))
failed = 0


def complain(what, line):
    global failed
    failed += 1
    print(what, line[:400])


by_schema = {name: Draft202012Validator({"$ref": "#/$defs/" + name, **document})
             for name in ("HostMessage", "WorkflowMessage", "Event")}
by_openapi = {name: Draft202012Validator({"$ref": "#/components/schemas/" + name,
                                          "components": {"schemas": schemas}})
              for name in by_schema}


def check(name, line, is_valid=True):
    for validators in by_schema, by_openapi:
        problem = next(validators[name].iter_errors(json.loads(line)), None)
        if (problem is None) != is_valid:
            complain(f"{name} {problem.message[:200] if problem else 'is accepted:'}", line)


count = 0
for line in open(place + "/samples"):
    check(*line.rstrip("\n").split("\t"))
    count += 1
assert count > 200, count
for line in open(source + "/tests/agent/channel/recorded/host.jsonl"):
    check("Event", line)
for line in re.findall(r"^> (\{.*\})$", open(source + "/docs/host.md").read(), re.MULTILINE):
    check("WorkflowMessage" if "params" in line or '"value"' in line else "HostMessage", line)

refused = [
    '{"do":"sya","text":"x"}',
    '{"do":"quit","now":true}',
    '{"do":"begin","channel":1}',
    '{"do":"begin","readonly":true}',
    '{"do":"begin","limits":{"steps":0}}',
    '{"do":"begin","limits":{"minutes":1}}',
    '{"do":"begin","hostTools":[{"name":"a b","description":"","schema":{}}]}',
    '{"do":"begin","hostTools":[{"name":"a","description":"","schema":{},"timeoutSeconds":0}]}',
    '{"do":"begin","history":[{"role":"system","content":"x"}]}',
    '{"do":"begin","history":[{"role":"user","content":"x","name":"y"}]}',
    '{"do":"say"}',
    '{"do":"say","text":"x","content":[{"type":"text","text":"y"}]}',
    '{"do":"say","text":"x","context":[{"name":"n","type":"t"}]}',
    '{"do":"answer","id":"a1"}',
    '{"do":"answer","id":"a1","output":1,"value":2}',
    '{"do":"answer","id":"a1","output":1,"reason":"x"}',
]
for line in refused:
    check("HostMessage", line, is_valid=False)
for line in (
    '{"event":"later","seq":1,"ts":"T"}',
    '{"event":"note","ts":"T","text":"x"}',
    '{"event":"note","seq":1,"ts":"T"}',
    '{"event":"ask","seq":1,"ts":"T","id":"a1","kind":"approval","tool":"t"}',
):
    check("Event", line, is_valid=False)

# Each event of the union is a schema with a value of the discriminator.
event = schemas["Event"]
mapping = event["discriminator"]["mapping"]
assert sorted(mapping.values()) == sorted(one["$ref"] for one in event["oneOf"])
for tag, reference in mapping.items():
    assert schemas[reference.split("/")[-1]]["properties"]["event"] == {"const": tag}, tag
with open(place + "/document.json", "w") as file:
    json.dump({"openapi": "3.1.0",
               "info": {"title": "The run channel", "version": "1", "license": {
                   "name": "MIT", "url": "https://opensource.org/license/mit"}},
               "servers": [{"url": "https://example.org"}], "security": [],
               "paths": {"/" + name: {"get": {
                   "operationId": name, "summary": name, "responses": {
                       "200": {"description": "one", "content": {"application/json": {
                           "schema": {"$ref": "#/components/schemas/" + name}}}},
                       "4XX": {"description": "none"}}}} for name in by_schema},
               "components": {"schemas": schemas}}, file)
sys.exit(failed > 0)
PYTHON

# docs/host.md has tables with a row for each; scripts/pages.sh writes them.
"$bin/channel_texts" page < "$source/docs/host.md" | diff "$source/docs/host.md" - ||
  fail 'docs/host.md is not what scripts/pages.sh writes'
for name in begin say call answer interrupt quit; do
  grep -q "^| \`$name\` | [A-Z]" "$source/docs/host.md" || fail "the message $name is missing"
done
sed '1,/generated: events/d' "$source/docs/host.md" | grep -oE '^\| `[a-z]+`' | sort -u \
  > "$dir/rows"
[ "$(wc -l < "$dir/rows")" -ge 19 ] || fail 'events are missing'

[ -n "${AGENTCLI_NPM:-}" ] || exit 0
. "$source/tests/mcp/npm.bash"
from_npm redocly openapi-typescript tsc
cd "$dir"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
redocly lint document.json --format json > out 2> err || fail 'the schemas have errors'
jq -e '.totals.errors == 0 and .totals.warnings == 0' out > /dev/null \
  || fail "the schemas have warnings: $(cat out)"
openapi-typescript document.json -o types.ts > out 2>&1 || fail 'no types'
cat > use.ts << 'END'
import type { components } from './types';
type Event = components['schemas']['Event'];
export const text = (event: Event): string | null => event.event === 'note' ? event.text : '';
export const end = (event: Event): number | undefined =>
  event.event === 'turn' && event.state === 'ends' ? event.seconds : undefined;
END
tsc --strict --noEmit use.ts > out 2>&1 || fail "they do not compile: $(cat out)"
