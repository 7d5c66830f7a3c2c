# Of a `concurrency` group one run is active at a time: another one waits, or ends it with `cancel`.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"

cat > w.yaml << 'END_OF_FILE'
parameters: {to: {default: here}, hold: {default: "0"}}
concurrency: "deploy-{{ params.to }}"
steps:
  - shell: |
      echo begin >> log
      touch began
      while [ "$hold" = 1 ] && [ ! -e go ]; do sleep 0.05; done
      echo end >> log
END_OF_FILE
begins() { # FLAG…: a run in the background that holds the group
  rm -f began go log
  setsid -w "$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml --hold 1 "$@" \
    < /dev/null > "$dir/first" 2>&1 &
  first=$!
  until [ -e began ]; do
    sleep 0.05
    kill -0 $first || fail "it has ended: $(cat "$dir/first")"
  done
}
begins
runs 0 -w ./w.yaml --to elsewhere
(sleep 0.5; touch go) &
runs 0 -w ./w.yaml
notes "has the group 'deploy-here': this run begins after it"
wait $first || fail 'the first run has failed'
[ "$(tr '\n' ' ' < log)" = 'begin begin end end begin end ' ] ||
  fail "they were active together: $(cat log)"

begins
runs 5 -w ./w.yaml --max-seconds 0.5
touch go
wait $first || fail 'the first run has failed'

begins
sed -i 's/^concurrency: .*/concurrency: {group: "deploy-{{ params.to }}", cancel: true}/' w.yaml
runs 0 -w ./w.yaml
notes 'and is ended'
status=0
wait $first || status=$?
[ $status = 143 ] || fail "the first run has ended with $status"
