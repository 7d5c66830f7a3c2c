# --events has no limit for a line: an answer that a line of a run channel has no room for is whole.
. "$(dirname "$0")/../../shell.sh"
needs jq python3
cd "$dir"
export HOME=$dir
python3 - > talk.ndjson << 'END'
import json
text = " ".join(map(str, range(2500000)))
print(json.dumps({"asked": [{"role": "user", "content": "<any>"}],
    "message": {"role": "assistant", "content": text}}))
END
"$bin/agentcli" --replay talk.ndjson --system= --prompt x --events < /dev/null > events 2> err ||
  fail 'the run fails'
! grep -q '"leftOutBytes"' events || fail 'a field is left out'
[ "$(tail -n 1 events | jq '.answer | length')" = 18888889 ] || fail 'the answer is not whole'
