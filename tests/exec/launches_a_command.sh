# `exec FLAGS -- COMMAND ARG…`: the command has the streams, the directory and the arguments that
# exec was started with, and the sandbox of the flags; --report has one line; the status is the
# command's.
. "$(dirname "$0")/../shell.sh"
export HOME=$dir/home TMPDIR=$dir/tmp
mkdir -p "$HOME/.ssh" "$HOME/private" "$TMPDIR" "$dir/workspace/inner"
echo key > "$HOME/.ssh/id" && echo note > "$HOME/notes" && echo kept > "$dir/workspace/file"
touch -d "1 hour ago" "$dir/workspace/file"
cd "$dir/workspace"

wrong() { # MESSAGE
  cat "$dir/report"
  cd "$dir"
  fail "$level: $1"
}
# launch STATUS FLAG… -- COMMAND ARG…: its streams are in out and err, its report in report.
launch() {
  local expected=$1 status=0
  shift
  "${exec_tool[@]}" --report=7 "$@" > "$dir/out" 2> "$dir/err" 7> "$dir/report" || status=$?
  [ $status = "$expected" ] || wrong "$* ended with $status"
}
expect() { # FILE TEXT
  grep -qF -- "$2" "$dir/$1" || wrong "no $2 in $1"
}

touch "$dir/begun"
for level in namespaces landlock; do
  exec_tool=("$bin/exec")
  [ $level = landlock ] && exec_tool=("$bin/without_namespaces" clone "$bin/exec")
  "${exec_tool[@]}" --require=$level -- true 2> "$dir/err" || continue

  echo in | launch 3 -- sh -c 'cat; echo "$1" >&2; exit 3' sh 'an error'
  [ "$(cat "$dir/out")" = in ] && [ "$(cat "$dir/err")" = 'an error' ] || fail "$level: the streams"
  [ "$(wc -l < "$dir/report")" = 1 ] || fail "$level: the report is not one line"
  expect report '{"level":"'$level'","policy":"workspace-write","network":"off","gaps":['
  launch 143 -- sh -c 'kill -TERM $$'
  launch 1 --policy=read-only -- sh -c 'echo > inner/made 2>&1 || exit 1'

  # Arguments after -- are the command's, also those that look like flags.
  launch 0 -- echo --policy=unrestricted -- --mcp
  [ "$(cat "$dir/out")" = '--policy=unrestricted -- --mcp' ] || fail "$level: the arguments"

  # What can't be run is said once in the report, and as by any tool on stderr.
  launch 1 -- no-such-program
  expect report '"code":"NOT_FOUND"'
  cmp -s "$dir/report" "$dir/err" || fail "$level: the report of a failure"
  launch 2 --write "$dir/missing" -- true
  expect report '"code":"BAD_REQUEST"'
  launch 2 --
  launch 2 --mcp -- true
  launch 2 --background=use -- true

  # Variables: an allow-list, and what the flags name or set.
  SECRET_TOKEN=s3 NAMED=n launch 0 --env NAMED --env SET=a=b -- env
  expect out NAMED=n
  expect out SET=a=b
  ! grep -qE 'SECRET|PAGER|npm_config' "$dir/out" || fail "$level: variables that nobody named"

  # A server with a network: it sees neither the home nor the workspace, and has one directory.
  own=$HOME/cache/$level/own
  apart=(--policy=read-only --network=on --hide "$HOME" --hide "$dir/workspace" --cache "$own")
  cd "$dir"
  launch 0 --root "$dir/workspace" "${apart[@]}" -- sh -c \
    'cat "$HOME/notes" "$HOME/.ssh/id" "$0/file"
     echo x > "$XDG_CACHE_HOME/a"; chmod 700 "$npm_config_cache/a"; cat "$UV_CACHE_DIR/a"' \
    "$dir/workspace"
  [ "$(cat "$dir/out")" = x ] || fail "$level: something hidden was read"
  expect report '"policy":"read-only","network":"on"'
  cd "$dir/workspace"
  # It starts in the workspace that it does not see, which is empty, and can make nothing there.
  launch 0 "${apart[@]}" -- sh -c 'pwd; ls -A; cat file; (echo x > made); mkdir sub; true'
  if [ $level = namespaces ]; then
    [ "$(cat "$dir/out")" = "$dir/workspace" ] || wrong 'it sees the workspace'
    [ "$(grep -c 'Read-only file system' "$dir/err")" = 2 ] || wrong 'a relative write'
  fi
  ! grep -q kept "$dir/out" || wrong 'it reads the workspace'
  [ ! -e made ] && [ ! -e sub ] || wrong 'it changes the workspace'
  # Also if a part of the workspace can be written.
  launch 0 "${apart[@]}" --write inner -- sh -c \
    'echo x > inner/x; cat inner/x; (echo y > made); true'
  [ "$(cat "$dir/out")" = x ] && [ ! -e made ] || wrong 'a part of a hidden workspace'
  rm inner/x
  cd "$dir"
  [ "$(stat -c %a "$own")" = 700 ] || fail "$level: the mode of the cache"
  cd "$dir/workspace"

  # Files that usually contain secrets.
  mkdir -p .agentcli inner/node_modules
  for name in .env .env.local .env.example inner/a.pem inner/node_modules/b.pem .agentcli/kept; do
    echo secret > "$name"
  done
  launch 0 --policy=read-only --network=on --hide-secrets --show .env.local -- sh -c \
    'for name in .env .env.local .env.example inner/a.pem inner/node_modules/b.pem .agentcli/kept
     do cat $name > /dev/null 2>&1 && echo $name; done; true'
  [ $level = landlock ] || [ "$(cat "$dir/out")" = ".env.local
.env.example
inner/node_modules/b.pem" ] || wrong 'the files with secrets'
  expect report secrets-in-workspace-readable
  rm -r .env* inner/a.pem inner/node_modules .agentcli
  # The folder of the tools is hidden even if it was missing, and is removed if it stays empty.
  { for _ in $(seq 1000); do
      [ ! -d .agentcli ] || break
      sleep 0.01
    done
    echo later > .agentcli/later
    echo go
  } | launch 0 --policy=read-only --network=on --hide-secrets -- sh -c \
    'read -r line; cat .agentcli/later 2> /dev/null; echo "$line"'
  [ "$(cat .agentcli/later)" = later ] || wrong 'the own folder is missing'
  [ $level = landlock ] || [ "$(cat "$dir/out")" = go ] || wrong 'a later file of the tools is read'
  rm -r .agentcli
  launch 0 --policy=read-only --network=on --hide-secrets -- true
  [ ! -e .agentcli ] || wrong 'an empty own folder is left'

  # A program in what is hidden.
  printf '#!/bin/sh\n' > "$HOME/program" && chmod +x "$HOME/program"
  launch 1 --policy=read-only --hide "$HOME" -- "$HOME/program"
  expect report 'sandbox.show'

  # A workspace in a hidden home is seen unless it is hidden itself.
  mkdir -p "$HOME/project" && cd "$HOME/project"
  launch 0 --hide "$HOME" --cache "$own" -- sh -c 'echo x > made; pwd; cat made "$HOME/notes"; true'
  [ "$(cat "$dir/out")" = "$HOME/project
x" ] || fail "$level: a workspace in a hidden home"
  cd "$dir/workspace"

  # What is shown or written there is open, and nothing beside it.
  launch 0 --policy=read-only --hide "$HOME" --show "$HOME/notes" --write "$HOME/private" -- sh -c \
    'cat "$HOME/notes" "$HOME/.ssh/id"; cd "$HOME/private"; echo made > file; cat file
     (echo new > "$0/file"); true' "$dir/workspace"
  [ "$(cat "$dir/out")" = "note
made" ] || fail "$level: what --show and --write name"
  [ -z "$(find file -newer "$dir/begun")" ] || fail "$level: the workspace was changed"

  # A file can be changed, but neither replaced nor removed, and nothing beside it can be changed.
  echo old > "$HOME/private/log" && echo old > "$HOME/private/other"
  launch 0 --policy=read-only --hide "$HOME" --write "$HOME/private/log" -- sh -c \
    'cd "$0"; echo new > log; echo more >> log; mv log away; rm -f log; echo x > next; mv next log
     (echo x > other); cat log; true' "$HOME/private"
  [ "$(cat "$dir/out")" = "new
more" ] && [ "$(cat "$HOME/private/log")" = "new
more" ] || wrong 'a file of --write'
  [ "$(cd "$HOME/private" && cat other && echo *)" = "old
file log other" ] || wrong 'more than the file of --write was changed'
  rm "$HOME/private/log" "$HOME/private/other"
  launch 2 --write /dev/null -- true

  # A directory that holds the workspace: then it is changed as with workspace-write.
  launch 0 --policy=read-only --write "$dir/workspace" -- sh -c 'echo new > inner/file'
  expect report '"policy":"workspace-write"'
done

# A descriptor that is not open is no report.
status=0
"$bin/exec" --report=9 -- true 2> "$dir/err" 9>&- || status=$?
[ $status = 2 ] && grep -q BAD_REQUEST "$dir/err" || fail "a report that is not open"
status=0
echo '{"cmd":"true"}' | "$bin/exec" --report=1 2> "$dir/err" || status=$?
[ $status = 2 ] || fail "a report without a command"
