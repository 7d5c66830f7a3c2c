# The public suite golden-liquid: every case of the language that we have gives its result, or is
# refused if the suite calls it invalid; every other case is refused by the name of the tag or
# filter that is left out. The suite is not stored here: AGENTCLI_TEST_DATA names a directory that
# contains golden-liquid, or ../shared/data does.
. "$(dirname "$0")/../../shell.sh"
data=${AGENTCLI_TEST_DATA:-$source/../shared/data}/golden-liquid/golden_liquid.json
[ -f "$data" ] || skip "there is no golden-liquid"
needs python3
cat > "$dir/compare.py" <<'END'
import json, re, subprocess, sys

program, suite = sys.argv[1:]
tests = json.load(open(suite))["tests"]
tags = "include render tablerow cycle increment decrement ifchanged liquid echo doc"
filters = "strip_html newline_to_br escape_once"
left_out = re.compile(r"{%%-?\s*(%s)\b|\|\s*(%s)\b"
                      % (tags.replace(" ", "|"), filters.replace(" ", "|")))
# In the other mode of the suite the same template, without its data, is invalid.
contradicted = {"tags, case, unexpected when token"}
lines = [json.dumps({"template": t["template"], "data": t.get("data", {})}) for t in tests]
run = subprocess.run([program], input="\n".join(lines) + "\n", capture_output=True, text=True,
                     check=True)
answers = run.stdout.splitlines()
assert len(answers) == len(tests)
right = refused = 0
for test, answer in zip(tests, map(json.loads, answers)):
    results = test.get("results", [test.get("result")])
    if test.get("invalid"):
        good = "error" in answer
    elif left_out.search(test["template"]) and "error" in answer:
        good = "left out" in answer["error"]
        refused += good
        right -= good
    else:
        good = answer.get("out") in results
    right += good
    if not good and test["name"] not in contradicted:
        sys.exit(f"{test['name']}: {test['template']!r} gave {answer}, not {results}")
print(right, "right,", refused, "left out")
assert right + refused == len(tests) - len(contradicted)
END
python3 "$dir/compare.py" "$bin/liquid_lines" "$data" || fail "golden-liquid"
