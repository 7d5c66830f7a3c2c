# Sourced by the tests of chats in a shell: a directory with tools.json and recordings. The recording
# `says` has an answer, in `runs` a tool runs, in `asks` it asks first; all by the message "1".
cat > wait <<'SCRIPT'
#!/bin/sh
echo $$ > tool_runs
exec sleep 100
SCRIPT
chmod +x wait
tool() { # NAME CHANGES
  printf '{"name":"%s","description":"d","schema":{"type":"object"},' "$1"
  printf '"command":["./wait"],"changesFiles":%s}' "$2"
}
echo "{\"tools\":[$(tool wait false),$(tool change true)]}" > tools.json
reply() { # FIELDS
  echo '{"asked":[{"role":"user","content":"1"}],"message":{"role":"assistant",'"$1"'}}'
}
call() { # NAME
  reply '"content":null,"tool_calls":[{"id":"a","type":"function",
    "function":{"name":"'"$1"'","arguments":"{}"}}]' | tr -d '\n'
}
call wait > runs
call change > asks
reply '"content":"one"' > says
mkdir home

play() { # WHAT FAILS, ARGUMENT…: runs play.py
  PYTHONPATH=$source/tests/chat python3 play.py "$bin/agentcli" "$dir/home" "${@:2}" > out 2> err \
    || fail "$1"
}

sessions_are_whole() {
  export HOME=$dir/home
  "$bin/agentcli" session list > names
  [ -s names ] || fail 'there are no sessions'
  for name in $(cut -d' ' -f1 names); do
    "$bin/agentcli" session show "$name" > out 2> err || fail 'a session cannot be loaded'
  done
  "$bin/agentcli" audit verify > out 2> err || fail 'the audit trail is broken'
}
