# Hostile values reach commands, tools, models and other workflows as they are, or the step is
# refused; nothing in them is run. hostile_values.py has the values, hostile_fields.py the fields.
. "$(dirname "$0")/../../shell.sh"
here=$source/tests/runner/workflow
. "$here/runs.bash"
needs bash python3

helper() { # NAME COMMAND…: an entry of a manifest; the command's words are strings of JSON
  printf ',{"name":"%s","description":"x","schema":{"type":"object"},"command":[%s],' "$1" "$2"
  printf '"effects":{"sandbox":"none"}}'
}
entries+=$(helper give '"/bin/cat","values.json"')$(helper echo '"/bin/cat"')
printf '{"tools":[%s]}' "$entries" > "$dir/tools.json"
python3 "$here/hostile_fields.py" write
runs 0 -w ./w.yaml:outer --params params.json --replay recording --json
python3 "$here/hostile_fields.py" compare "$dir/out" > "$dir/difference" 2>&1 ||
  fail "a value has changed: $(cat "$dir/difference")"
[ -z "$(find "$dir" -name canary)" ] || fail 'a value was run'
