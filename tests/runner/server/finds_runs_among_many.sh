# The cost of a request does not depend on the number of stored runs: it does not grow if there are
# ten times as many.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3
says hello > "$dir/talk"
costs="python3 -B $source/tests/runner/server/costs_of_kept_runs.py"
cost_of() { # COUNT
  state=$dir/state-$1
  [ -d "$state" ] || $costs make "$state" "$1"
  serve --replay "$dir/talk"
  ask GET '/v1/runs?session=desk'
  is 200 '.runs | length == 10' 'the runs of a session'
  ask GET '/v1/runs?state=ended&limit=1000'
  is 200 "(.runs | length == ([1000, $1] | min))
    and (.runs | map(.id) | . == (sort | reverse))" 'the latest first'
  ask GET "/v1/runs?after=$(jq -r '.runs[9].id' <<< "$answer")&limit=1"
  is 200 '.runs | length == 1' 'the runs before a run'
  cost=$($costs measure "$socket" "$server")
  stop
}
for attempt in 1 2 3; do # other programs disturb a measurement
  cost_of 400
  few=$cost
  cost_of 4000
  ! $costs compare "$few" "$cost" 2> "$dir/err" || exit 0
done
fail 'many runs cost more'
