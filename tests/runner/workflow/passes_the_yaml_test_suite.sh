# yaml-test-suite: every valid case is read as the suite's JSON or refused, for a reason below or
# because libyaml does not take it. The suite is not stored here: AGENTCLI_TEST_DATA names a
# directory that contains yaml-test-suite, or ../shared/data does.
. "$(dirname "$0")/../../shell.sh"
data=${AGENTCLI_TEST_DATA:-$source/../shared/data}/yaml-test-suite/src
[ -d "$data" ] || skip "there is no yaml-test-suite"
needs python3
python3 -c 'import yaml' 2> "$dir/no_yaml" || skip "python3 has no yaml"
cat > "$dir/compare.py" <<'END'
import glob
import json
import re
import subprocess
import sys

import yaml

# What this program refuses and YAML allows.
REFUSED = ("tags are not", "directives", "the file has more than one", "a key is not a text",
           "the file is empty", "no space separates", "merge keys", "it is not YAML: ")
MARKS = {"␣": " ", "↵": "", "∎": "", "←": "\r", "⇔": "\ufeff"}


def source_of(text):
    for mark, meaning in MARKS.items():
        text = text.replace(mark, meaning)
    return re.sub("—*»", "\t", text)


cases = []
for path in sorted(glob.glob(sys.argv[2] + "/*.yaml")):
    case = {}
    for more in yaml.safe_load(open(path, encoding="utf-8")):
        case = {**case, **more}
        cases.append((path, case))
lines = [json.dumps(source_of(case["yaml"])) for _, case in cases]
run = subprocess.run([sys.argv[1]], input="\n".join(lines) + "\n", capture_output=True, text=True,
                     check=True)
answers = [json.loads(line) for line in run.stdout.splitlines()]
assert len(answers) == len(cases)
same = refused = 0
for (path, case), answer in zip(cases, answers):
    if "error" in answer:
        refused += 1
        if not case.get("fail") and not answer["error"].startswith(REFUSED):
            sys.exit(f"{path}: {case['yaml']!r} is refused: {answer}")
    elif not case.get("fail") and "json" in case:
        decoder = json.JSONDecoder()
        wanted, end = decoder.raw_decode(case["json"].strip())
        if end != len(case["json"].strip()) or wanted != answer["json"]:
            sys.exit(f"{path}: {case['yaml']!r} is read as {answer['json']!r}, not {wanted!r}")
        same += 1
print(same, "the same,", refused, "refused, of", len(cases))
assert same > 170
END
python3 "$dir/compare.py" "$bin/yaml_lines" "$data" || fail "yaml-test-suite"
