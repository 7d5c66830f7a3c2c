# The example of docs/testing-agents.md is in examples/testing, word for word, and passes; another
# recording fails where the page says.
. "$(dirname "$0")/../../shell.sh"
example=$source/examples/testing
page=$source/docs/testing-agents.md
test=tests/agent/fixes-a-typo.yaml
python3 - "$page" "$example/$test" << 'END' || fail 'the page has another example'
import sys
page, example = (open(name).read() for name in sys.argv[1:])
sys.exit("```yaml\n" + example + "```\n" not in page)
END
cp -r "$example/." "$dir"
cd "$dir"
entry() { "$bin/$1" --describe | sed "s|\"command\":\[\"[^\"]*\"|\"command\":[\"$bin/$1\"|"; }
echo "{\"tools\":[$(entry fs_read_file),$(entry fs_edit)]}" > tools.json
"$bin/agentcli" test --tools tools.json --junit results.xml > out 2> err || fail 'it does not pass'
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
"$bin/agentcli" test --tools tools.json --junit results.xml > out 2> err || status=$?
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
