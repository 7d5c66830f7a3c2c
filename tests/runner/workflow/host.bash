# Sourced after runs.bash: a host that has a workflow run. needs jq
users=$XDG_CONFIG_HOME/agentcli/workflows
mkdir -p "$users"

host() { # NAME [FLAG…]: begins; all events are in $dir/out
  : > "$dir/out"
  coproc HOST { exec "$bin/agentcli" host --tools "$dir/tools.json" -w "$@" 2> "$dir/err"; }
  host_pid=$HOST_PID
  exec 7<&"${HOST[0]}" 8>&"${HOST[1]}"
}
say() { printf '%s\n' "$1" >&8; } # JSON
hear() { # FILTER: the next event of which jq says so; it is $event
  while read -r -t 20 event <&7; do
    printf '%s\n' "$event" >> "$dir/out"
    ! jq -e "$1" <<< "$event" > /dev/null || return 0
  done
  fail "no event with $1"
}
ends() { # STATUS
  local status=0
  cat <&7 >> "$dir/out"
  wait "$host_pid" || status=$?
  exec 7<&- 8>&-
  [ $status = "$1" ] || fail "the host's run has ended with $status, not $1"
}
told() { # FILTER: of the list of all events
  jq -es "$1" "$dir/out" > /dev/null || fail "the events are not so: $1"
}
