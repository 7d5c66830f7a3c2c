# The examples of docs/testing-agents.md are in examples/testing, word for word, and pass; another
# recording fails where the page says.
. "$(dirname "$0")/../../shell.sh"
example=$source/examples/testing
page=$source/docs/testing-agents.md
test=tests/agent/fixes-a-typo.yaml
for file in $test tests/agent/sums-up-notes.yaml workflows/sum-up.yaml; do
  python3 - "$page" "$example/$file" << 'END' || fail "the page has another $file"
import sys
page, example = (open(name).read() for name in sys.argv[1:])
sys.exit("```yaml\n" + example + "```\n" not in page)
END
done
cp -r "$example/." "$dir"
cd "$dir"
entry() { "$bin/$1" --describe | sed "s|\"command\":\[\"[^\"]*\"|\"command\":[\"$bin/$1\"|"; }
echo "{\"tools\":[$(entry fs_read_file),$(entry fs_edit),$(entry fs_write_file)]}" > tools.json
run() { "$bin/agentcli" test --tools tools.json --junit results.xml "$@" > out 2> err; }
run --trust-found -w workflows/sum-up.yaml || fail 'the examples do not pass together'
grep -qx '2 of 2 tests passed' out || fail 'they are not two'
run $test || fail 'it does not pass'
grep -qx 'ok      tests/agent/fixes-a-typo.yaml  [0-9.]* s' out || fail 'it has no line'
grep -qx '1 of 1 tests passed' out || fail 'it is not counted'
python3 - << 'END' || fail 'the XML is something else'
import xml.etree.ElementTree as tree
suites = tree.parse("results.xml").getroot()
case = suites[0][0]
assert (suites.get("tests"), suites.get("failures"), suites.get("errors")) == ("1", "0", "0")
assert case.get("name") == "tests/agent/fixes-a-typo.yaml" and len(case) == 0
END
[ ! -e notes.txt ] && [ ! -e .agentcli ] || fail 'it has worked in this directory'

# An edit of another file: what is made of it.
python3 - << 'END'
name = "tests/agent/fixes-a-typo.ndjson"
text = open(name).read()
for old, new in (("notes.txt", "other.txt"), ("Teh", "keep"), ("The", "kept")):
    begin = text.index("call_2")
    text = text[:begin] + text[begin:].replace(old + '\\"', new + '\\"', 1)
open(name, "w").write(text)
END
status=0
export GITHUB_ACTIONS=true
run $test || status=$?
[ "$status" = 1 ] || fail "exit $status"
made='{"path":"other.txt","oldString":"keep","newString":"kept"}'
difference="the call is fs_edit $made, not fs_edit {\"path\":\"notes.txt\"}"
grep -qF "        11:7: $difference" out || fail 'it does not tell of the call'
grep -qxF "::error file=$test,line=11,col=7::$difference" out || fail 'there is no annotation'
python3 - << 'END' || fail 'the XML has no failure'
import xml.etree.ElementTree as tree
suites = tree.parse("results.xml").getroot()
assert suites.get("failures") == "1" and suites[0][0][0].tag == "failure"
END

# Another summary: a step, the output, a call and a file are not as expected.
test=tests/agent/sums-up-notes.yaml
sed -i 's/Ship on Friday, tell/Maybe, tell/' tests/agent/sums-up-notes.ndjson
sed -i 's/write: ok/write: failed/' $test
status=0
run $test -w workflows/sum-up.yaml || status=$?
[ "$status" = 1 ] || fail "exit $status"
while read -r difference; do
  grep -qF "        $difference" out || fail "it does not tell: $difference"
done << END
8:22: the output does not contain 'Friday', but 'Maybe, tell users on Monday.'
9:20: the output 'bytes' is not 37, but 28
10:42: the step 'write' is ok; expected is failed
16:18: the file 'summary.txt' is not 'Ship on Friday, tell users on Monday.', but 'Maybe, tell
END
grep -qF "::error file=$test,line=10,col=42::the step" out || fail 'there is no annotation'
python3 - << 'END' || fail 'the XML has no failure of the workflow'
import xml.etree.ElementTree as tree
case = tree.parse("results.xml").getroot()[0][0]
assert case[0].tag == "failure" and "10:42: the step 'write'" in case[0].text
END
