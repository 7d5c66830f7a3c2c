# Hostile values reach the command as they are, by argv, environment and stdin, or the step is
# refused; nothing in them is run.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash python3

cat > w.yaml << 'END'
parameters: {values: {type: list}}
steps:
  - id: each
    foreach:
      items: "{{ params.values }}"
      steps:
        - id: words
          exec:
            argv:
              - python3
              - -c
              - |
                import sys, json, os
                given = [sys.argv[2], sys.argv[3], os.environ['X'], sys.stdin.read()]
                print(json.dumps(given))
              - --
              - "{{ item }}"
              - "--m={{ item }}"
            env: {X: "{{ item }}"}
            stdin: "{{ item }}"
            parse: json
      result: "{{ steps.words.output }}"
result: "{{ steps.each.output.results | map: 'output' }}"
END
python3 - > params.json << 'END'
import json
values = [
    "'\" `touch canary` $(touch canary) ;touch canary && touch canary | touch canary >canary",
    "\n", "-rf", "--",
    "{{ params.values }} {% if true %}x{% endif %} ${{ x }}", "\u202e\u0001\té\U0001f600\r\n",
    "\\ \\n %s%n * ? ~ $HOME !x #x", "- a: &b *b !!python/x", "x" * 100000]
json.dump({"values": values}, open("values.json", "w"))
json.dump({"values": values}, __import__("sys").stdout)
END
runs 0 -w ./w.yaml --params params.json --json
python3 - "$dir/out" << 'END' || fail 'a value has changed'
import json, sys
values = json.load(open("values.json"))["values"]
given = json.load(open(sys.argv[1]))["output"]
assert len(given) == len(values), len(given)
for value, got in zip(values, given):
    assert got == [value, "--m=" + value, value, value], (value, got)
END
[ ! -e canary ] || fail 'a value was run'

printf '{"values": ["a\\u0000b"]}' > params.json
runs 1 -w ./w.yaml --params params.json
