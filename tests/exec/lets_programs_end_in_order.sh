# A command that is ended gets SIGTERM first, so that git and others remove their locks: at the
# timeout, when the tool is told to end, at the normal end of a call and of a cancelled MCP call.
# Output printed meanwhile is kept, and a command that ignores SIGTERM is killed.
. "$(dirname "$0")/../shell.sh"
export TMPDIR=$dir/tmp
mkdir "$TMPDIR"
work=$dir/workspace
call_of_locks='{"command":"./locks"}'
capabilities='"capabilities":{},"clientInfo":{"name":"t","version":"1"}'
for policy in workspace-write landlock unrestricted; do
  exec_tool=("$bin/exec" --policy "${policy/landlock/workspace-write}")
  [ $policy != landlock ] || exec_tool=("$bin/without_namespaces" clone "${exec_tool[@]}")
  rm -rf "$work"
  mkdir "$work"
  call() { printf '%s' "$1" | "${exec_tool[@]}" --root "$work"; }
  # Like git: the lock is there until its owner has ended.
  cat > "$work/locks" << 'END'
#!/bin/sh
trap 'rm lock; echo released; exit 3' TERM
touch lock
while :; do sleep 0.05; done
END
  chmod +x "$work/locks"
  gone() { [ ! -e "$work/lock" ] || fail "$policy: $1: the lock is there"; }
  has() { case $answer in *"$2"*) ;; *) fail "$policy: $1: $answer" ;; esac; }

  answer=$(call '{"command":"exec ./locks","timeoutSec":1}')
  gone 'at the timeout'
  has 'at the timeout' '"exitCode":3,"timedOut":true'
  has 'at the timeout' '"stdout":"released\n"'

  answer=$(call '{"command":"(setsid ./locks &); until [ -e lock ]; do sleep 0.01; done"}')
  gone 'left at the end'
  has 'left at the end' '"exitCode":0'

  answer=$(call '{"command":"sleep 100","timeoutSec":1}')
  has 'by default' '"exitCode":143,"signal":"SIGTERM","timedOut":true'

  answer=$(call '{"command":"trap \"\" TERM; while :; do sleep 0.1; done","timeoutSec":1}')
  has 'that ignores it' '"exitCode":137,"signal":"SIGKILL","timedOut":true'

  printf '{"command":"./locks"}' | "${exec_tool[@]}" --root "$work" > "$dir/out" 2> "$dir/err" &
  tool=$!
  until [ -e "$work/lock" ]; do sleep 0.05; done
  kill -TERM $tool
  wait $tool || true
  gone 'told to end'

  mkfifo "$dir/lines"
  "${exec_tool[@]}" --root "$work" --mcp < "$dir/lines" > "$dir/out" &
  server=$!
  exec 5> "$dir/lines"
  send() { printf '{"jsonrpc":"2.0",%s}\n' "$1" >&5; }
  send_call() { # ID
    send '"id":'"$1"',"method":"tools/call","params":{"name":"exec","arguments":'"$call_of_locks}"
    until [ -e "$work/lock" ]; do sleep 0.05; done
  }
  send '"id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",'"$capabilities}"
  send_call 1
  send '"method":"notifications/cancelled","params":{"requestId":1}'
  send '"id":2,"method":"ping"'
  until grep -q '"id":2' "$dir/out"; do sleep 0.05; done
  gone 'cancelled by a client'
  send_call 3
  kill -TERM $server
  wait $server || true
  gone 'the server was told to end'
  exec 5>&-
  rm "$dir/lines"
done
needs git
work=$dir/repository
git init -q "$work"
git -C "$work" config filter.slow.clean 'sleep 30; cat'
echo '*.txt filter=slow' > "$work/.gitattributes"
echo x > "$work/a.txt"
exec_tool=("$bin/exec" --root "$work")
printf '{"command":"git add -A","timeoutSec":1}' | "${exec_tool[@]}" | grep -q '"timedOut":true'
[ ! -e "$work/.git/index.lock" ] || fail 'git has left its lock'
