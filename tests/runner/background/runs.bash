# After shell.sh. Runs in which the model calls exec, in $work, with the manifest $dir/tools.json.
work=$dir/work
mkdir -p "$work" "$dir/home"
export HOME=$dir/home
status=0
echo '{"command":"true"}' | "$bin/exec" --root "$work" > "$dir/out" 2>&1 || status=$?
[ $status != 3 ] || skip 'there is no sandbox for commands here'
rm -rf "$work/.agentcli"

manifest() { # POLICY: exec alone
  local entry
  entry=$("$bin/exec" --policy "$1" --describe)
  entry=$(sed "s|\"command\":\[\"[^\"]*\"|\"command\":[\"$bin/exec\"|" <<< "$entry")
  printf '{"tools":[%s]}' "$entry" > "$dir/tools.json"
}

quoted() { # TEXT: as a string of JSON
  printf '"%s"' "$(sed 's/\\/\\\\/g; s/"/\\"/g' <<< "$1")"
}

talk() { # ARGUMENTS…: the conversation with these calls, one after another
  local asked='{"role":"user","content":"go"}' n=${first_id:-0} call
  for call in "$@"; do
    n=$((n + 1))
    printf '{"asked":[%s],"message":{"tool_calls":[{"id":"%s",' "$asked" $n
    printf '"function":{"name":"exec","arguments":%s}}]}}\n' "$(quoted "$call")"
    asked='{"role":"tool","tool_call_id":"'$n'","content":"<any>"}'
  done
  printf '{"asked":[%s],"message":{"content":"gone"}}\n' "$asked"
}

run_talk() { # NAME: runs the conversation $dir/NAME; the messages are in $dir/NAME.saved
  cd "$work"
  exec "$bin/agentcli" --tools "$dir/tools.json" --max-steps 50 --save-messages "$dir/$1.saved" \
    --replay "$dir/$1" --system '' --prompt go > "$dir/$1.out" 2>&1
}

# The answers are the lines of $dir/answers, the lines of the audit those of $dir/trail.
ask() { # ARGUMENTS…
  talk "$@" > "$dir/talk"
  (run_talk talk) || fail "the run: $(cat "$dir/talk.out")"
  grep -A 2 '"role": "tool"' "$dir/talk.saved" | grep '"content"' | sed 's/\\*"/"/g' \
    > "$dir/answers" || true
  cat "$work"/.agentcli/audit/*.log > "$dir/trail"
}

has() { # N PATTERN…: answer N has each text
  local n=$1 pattern
  shift
  for pattern in "$@"; do
    sed -n "${n}p" "$dir/answers" | grep -qF -- "$pattern" ||
      { cat "$dir/answers"; fail "answer $n has no $pattern"; }
  done
}
