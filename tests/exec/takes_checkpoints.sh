# With --checkpoint all that a command changes in a git repository is a step, which fs_undo takes
# back as a whole: content, modes, links, names of any bytes, new and removed directories. Nothing
# of the repository's own is run or changed, and ignored files are left alone.
. "$(dirname "$0")/../shell.sh"
needs jq git
export HOME=$dir/home GIT_CONFIG_GLOBAL=/dev/null
mkdir -p "$dir/home/.local/state/agentcli/checkpoints/one" "$dir/workspace"
private=$dir/home/.local/state/agentcli/checkpoints/one
cd "$dir/workspace"
keep=--keep-undo=100000000
run() { # COMMAND
  jq -nc --arg command "$1" '{command: $command}' \
    | "$bin/exec" $keep --checkpoint="$private" > "$dir/out" 2> "$dir/err" \
    || fail "$1: $(cat "$dir/err")"
  [ "$(jq .exitCode "$dir/out")" = 0 ] || fail "$1: $(cat "$dir/out")"
  ! grep -q 'noCheckpoints\|notUndoable' "$dir/out" || fail "$(cat "$dir/out")"
}
undo() { # REQUEST
  "$bin/fs_undo" $keep <<< "$1" > "$dir/out" 2> "$dir/err" || fail "undo: $(cat "$dir/err")"
}
state() { # what is there, without .git and .agentcli
  find . -path ./.git -prune -o -path ./.agentcli -prune -o -printf '%p %y %m %l\n' | LC_ALL=C sort
  find . -path ./.git -prune -o -path ./.agentcli -prune -o -type f -print0 | LC_ALL=C sort -z \
    | xargs -0 sha256sum
}
steps() { jq -s length .agentcli/undo/log.ndjson 2> "$dir/none" || echo 0; }
same() { # STATE MESSAGE
  state > "$dir/now"
  diff "$dir/$1" "$dir/now" > "$dir/diff" || fail "$2: $(cat "$dir/diff")"
}

# A repository without a commit, whose filters, hooks and monitor would leave a trace.
git init -q
printf '* text=auto eol=crlf filter=evil ident\n' > .gitattributes
for name in clean smudge process; do git config "filter.evil.$name" "touch $dir/ran; cat"; done
printf '#!/bin/sh\ntouch %s/ran\n' "$dir" > .git/hooks/post-index-change
printf '#!/bin/sh\ntouch %s/ran\n' "$dir" > "$dir/monitor"
chmod +x .git/hooks/post-index-change "$dir/monitor"
git config core.fsmonitor "$dir/monitor"
printf 'ignored\nbuild/\n' > .gitignore
for number in $(seq 60); do echo "line $number" > "file$number"; done
printf 'a\r\nb\n$Id$\n' > crlf; printf 'bytes\0\377' > "$(printf 'new\nline')"
printf x > "$(printf '\377\376name')"; printf '#!/bin/sh\n' > script; chmod 755 script
echo secret > private; chmod 600 private; ln -s crlf link
mkdir -p deep/er build; echo 1 > deep/er/a
echo mine > ignored; echo mine > build/out
cp -r .git "$dir/repository"
state > "$dir/before"

run 'for n in $(seq 50); do sed -i s/line/LINE/ file$n; done; rm file51 private; rm -r deep
  printf "c\r\n" >> crlf; chmod -x script; chmod 700 file52; mkdir -p new/dir; echo n > new/dir/file
  echo ig > ignored; printf y > "$(printf "new\nline")"; rm "$(printf "\377\376name")"
  mv file53 moved'
[ "$(steps)" = 1 ] || fail "it is no step: $(cat .agentcli/undo/log.ndjson)"
[ ! -e "$dir/ran" ] || fail "something of the repository was run"
state > "$dir/after"
undo '{"last":1}'
echo mine > ignored
same before "not undone"
undo '{"redo":true}'
echo ig > ignored
same after "not done again"
undo '{"last":1}'
echo mine > ignored
run true
[ "$(jq -s 'map(select(.tool == "exec")) | length' .agentcli/undo/log.ndjson)" = 1 ] \
  || fail "a command that changed nothing is a step"
# What exec protects, it makes.
diff -r -x modules -x remotes -x agentcli -x worktrees .git "$dir/repository" > "$dir/diff" \
  || fail "the repository: $(cat "$dir/diff")"

# Links, and another kind of entry.
rm -r .agentcli; ln -s file1 other; state > "$dir/before"
run 'ln -sf file2 link; rm other; ln -s file3 third; rm file4; ln -s x file4; rm file5; mkdir file5
  echo 1 > file5/a'
undo '{"last":1}'
same before "links are not undone"

# What was ignored, or too large for a snapshot, is not new when it is no longer.
rm -r .agentcli; head -c 17000000 /dev/zero > large; cp ignored "$dir/ignored"
run ': > .gitignore; truncate -s 10 large'
undo '{"last":1}'
cmp -s ignored "$dir/ignored" && [ -e large ] && [ -e build/out ] || fail "something was removed"

# A linked working tree, whose .git is a file.
rm -r .agentcli large; git -c core.fsmonitor=false -c user.name=a -c user.email=a commit -q \
  --allow-empty --no-verify -m a
git -c core.hooksPath=/dev/null -c core.fsmonitor=false worktree add -q "$dir/tree" 2> "$dir/err" \
  || fail "$(cat "$dir/err")"
rm -f "$dir/ran"; cd "$dir/tree"; echo 1 > a; state > "$dir/before"
run 'echo 2 > a; echo 3 > b'
undo '{"last":1}'
same before "in a linked working tree"
[ ! -e "$dir/ran" ] || fail "something of the repository was run in a linked tree"

# A git that a command has put into the workspace is not run.
printf "#!/bin/sh\ntouch %s/ran\n" "$dir" > git; chmod +x git
(PATH=.:$dir/tree:$PATH; run "echo 6 > b")
[ ! -e "$dir/ran" ] || fail "a git of the workspace was run"

# Commands can neither read nor change the private directory, and without git there is a reason.
run "! cat '$private/config' && ! (: >> '$private/info/attributes')"
printf '{"command":"echo 5 > a"}' | env PATH="$dir/none" "$bin/exec" $keep \
  --checkpoint="$private" > "$dir/out"
[ "$(jq -r .noCheckpoints "$dir/out")" = "git has failed" ] && [ "$(cat a)" = 5 ] \
  || fail "without git: $(cat "$dir/out")"
