# agentcli runs: what is kept of runs of workflows is listed, shown and deleted, and nothing else in
# that directory.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
export HOME=$dir/home XDG_STATE_HOME=$dir/state
runs() { # STATUS ARGUMENT…
  local expected=$1 status=0
  shift
  "$bin/agentcli" runs "$@" > out 2> err || status=$?
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: runs $*"
}
says() { grep -qF -- "$1" out err || fail "it does not say: $1"; }

runs 0 list
[ ! -s out ] && [ ! -e state ] || fail 'there are runs'
all=state/agentcli/runs
mkdir -p -m 700 $all/done $all/open $all/bad 'state/agentcli/runs/not a run'
cat > $all/done/run.json << 'END'
{"format":2,"workflow":"w","sha256":"f","parameters":"p","begun":"2026-11-01T00:00:00.000Z",
"nonce":"n","steps":[]}
END
cp $all/done/run.json $all/open/run.json
cat > $all/done/journal.ndjson << 'END'
{"kind":"begun","at":"2026-11-01T00:00:01.000Z","path":"a"}
{"kind":"ended","at":"2026-11-01T00:00:02.000Z","path":"a","result":{"status":"ok","output":1}}
{"kind":"finished","at":"2026-11-01T00:00:03.000Z","result":{"exitStatus":0}}
END
head -n 1 $all/done/journal.ndjson > $all/open/journal.ndjson
echo nonsense > $all/bad/journal.ndjson
chmod 600 $all/*/*.*json
touch -d '2026-01-03' $all/bad/journal.ndjson
touch -d '2026-01-02' $all/open/journal.ndjson
touch -d '2026-01-01' $all/done/journal.ndjson

runs 0 list
[ "$(cut -d' ' -f1 out | tr '\n' ' ')" = 'bad open done ' ] || fail 'they are in another order'
says 'done  2026-01-01T00:00:00.000Z  w  finished  exit 0'
says 'open  2026-01-02T00:00:00.000Z  w  unfinished'
says 'line 1 of the journal is none'
runs 0 list --json
python3 - << 'END' || fail 'the JSON is something else'
import json
runs = json.load(open("out"))["runs"][1:]
assert [(run["id"], run["status"], run.get("exitStatus")) for run in runs] \
    == [("open", "unfinished", None), ("done", "finished", 0)]
END
runs 0 show done
says '2026-11-01T00:00:02.000Z  ended  a  ok'
runs 0 show done --json
python3 - << 'END' || fail 'the lines are others'
import json
assert [json.loads(line)["kind"] for line in open("out")] == ["begun", "ended", "finished"]
END
runs 2 show none
says "there is no run 'none'"
runs 2 show ../runs
says "'../runs' cannot be the id of a run"

runs 2 prune x
says "'x' is not a number of days from 0 to 36500"
touch $all/open/journal.ndjson
exec 9> $all/bad/lock
flock -n 9 || fail 'the lock is taken'
runs 0 prune
[ "$(cat out)" = done ] || fail 'other runs were deleted'
[ ! -e $all/done ] && [ -e $all/open ] && [ -e $all/bad ] || fail 'other directories are gone'
exec 9>&-
runs 0 prune 0
[ "$(sort out | tr '\n' ' ')" = 'bad open ' ] || fail 'not all were deleted'
[ -e "$all/not a run" ] || fail 'what is no run was deleted'
mkdir -p other
runs 0 list --state other
[ ! -s out ] || fail 'another directory has runs'
