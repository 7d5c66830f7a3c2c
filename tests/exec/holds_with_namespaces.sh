# What the level "namespaces" holds, in the hands of a shell: what is protected, hidden and private;
# nothing of ours is left. As root and as an ordinary user. Skipped where namespaces can't be had.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
here=$(mktemp -d /tmp/holds_with_namespaces.XXXXXX)
at_end 'rm -rf "$here"'
chmod 755 "$dir" "$here"
cp "$bin/exec" "$dir" # where everybody may read it
echo '{"cmd":"true"}' | "$dir/exec" --root "$dir" --require=namespaces > /dev/null || exit 77

# expect SENTENCE OUTPUT SCRIPT [FLAG …]: a shell in the workspace prints that, and only then
# "done".
expect() {
  local sentence=$1 output=$2
  printf '{"cmd":"sh","args":["-c","%s"]}' "$3" > "$dir/request"
  shift 3
  $user "$dir/exec" --require=namespaces --root "$root" "$@" < "$dir/request" > "$dir/answer" \
    2> "$dir/error" ||
    fail "$user, $root: $sentence: $(cat "$dir/error")"
  case $(cat "$dir/answer") in
  *'"stdout":"'"$output"'"'*) ;;
  *) fail "$user, $root: $sentence: $(cat "$dir/answer")" ;;
  esac
}
# expect_kept SENTENCE: the workspace and its neighbours are as they were.
expect_kept() {
  (cd "$1" && find . | sort) > "$dir/found"
  cmp -s "$dir/before" "$dir/found" || fail "$user: left behind: $(diff "$dir/before" "$dir/found")"
}

check_everything() { # PLACE USER…
  local place=$1
  user=$2
  root=$place/workspace
  export HOME=$place/home
  mkdir -p "$root/.git/hooks" "$root/.agentcli" "$root/deep/inner" "$place/home/.ssh" \
    "$place/other" "$place/kept"
  for file in "$root/.git/config" "$root/deep/inner/file" "$place/home/.ssh/id" \
    "$place/home/.netrc" "$place/home/notes" "$place/other/file"; do
    echo text > "$file"
  done
  [ "$user" = env ] \
    || chown -R 4001:4001 "$place/workspace" "$place/home" "$place/other" "$place/kept"
  (cd "$place" && find . | sort) > "$dir/before"

  expect "what is protected stays" '' \
    "for f in .git/config .git/hooks/x .agentcli/x deep/inner/file; do echo x 2> /dev/null > \$f && echo \$f; done; mv .git g && echo moved; mv deep d && echo moved; rm -rf .git/hooks .git/config .agentcli deep/inner; true" --protect deep/inner
  expect_kept "$place"
  expect "what takes commits can be written" 'ok\n' \
    'echo x > .git/HEAD.lock && mv .git/HEAD.lock .git/HEAD && rm .git/HEAD && echo ok'
  expect_kept "$place"
  expect "read-only changes nothing" '' \
    'echo x 2> /dev/null > made; rm -f deep/inner/file; chmod 0 deep; true' --policy=read-only
  expect_kept "$place"

  expect "keys can't be read" 'text\n' 'cat ~/.ssh/id ~/.netrc; ls ~/.ssh; cat ~/notes' \
    --show "$HOME"
  expect "the operator can show them" 'text\n' 'cat ~/.ssh/id; cat ~/.netrc' --show "$HOME" \
    --show "$HOME/.ssh"
  expect "and hide more" '' "cat $place/other/file; cat ~/notes" --show "$place" \
    --hide "$place/other" --hide "$HOME/notes"
  expect "in the workspace too" 'text\n' 'cat .git/config; cat deep/inner/file' --hide "$root/deep"
  expect "and keeps its place" '' \
    'mv deep away 2> /dev/null; mkdir -p deep/inner 2> /dev/null; true' --hide "$root/deep/inner"
  expect_kept "$place"
  expect "in the workspace too" 'text\n' 'cat .git/config; cat deep/inner/file' --hide "$root/deep"
  grep -q '"secrets-in-workspace-readable"' "$dir/answer" \
    || fail "a gap that is open: $(cat "$dir/answer")"
  grep -q '"file-names-visible"' "$dir/answer" && fail "a gap that is closed: $(cat "$dir/answer")"
  expect "but of what holds the workspace the content alone" 'text\n' \
    "cat $place/other/file; cat deep/inner/file" --hide "$place"
  grep -q '"file-names-visible".*"secrets-in-workspace-readable"' "$dir/answer" \
    || fail "a gap that is open: $(cat "$dir/answer")"
  expect_kept "$place"

  # A mount goes with the file under it.
  (while [ ! -e "$root/ready" ]; do sleep 0.01; done; echo new > "$HOME/new"
    chmod 644 "$HOME/new"; mv "$HOME/new" "$HOME/.netrc"; : > "$root/go") &
  expect "a key that is replaced meanwhile stays hidden" 'held\n' \
    'touch ready; while [ ! -e go ]; do sleep 0.01; done; rm ready go; cat ~/.netrc 2> /dev/null || echo held' --show "$HOME"
  wait
  expect_kept "$place"
  expect "/tmp is new" '/tmp\n' \
    'echo $TMPDIR; echo x > /tmp/file; echo y > /dev/shm/file; ls /tmp | grep -v -e file -e holds_with'
  expect "each time" '' 'cat /tmp/file /dev/shm/file 2> /dev/null || true'
  expect "--tmp is kept" "$place/kept\n" "echo \$TMPDIR; echo x > \$TMPDIR/file" \
    --tmp "$place/kept" --policy=read-only
  [ -e "$place/kept/file" ] || fail "--tmp was not written"
  rm "$place/kept/file"
  expect "in the workspace too" "ok\n" "echo x > \$TMPDIR/file && rm \$TMPDIR/file && echo ok" \
    --tmp "$root/.agentcli"
  expect_kept "$place"

  expect "gaps are named" '' true
  grep \
    -qF '"sandbox":{"level":"namespaces","policy":"workspace-write","network":"off","gaps":["resources-unlimited","protected-paths-partly-writable","hard-links-lead-outside"]}' "$dir/answer" ||
    fail "gaps: $(cat "$dir/answer")"
  expect "those that the operator opens too" '' true --unix --network=on --policy=read-only
  grep \
    -qF '"sandbox":{"level":"namespaces","policy":"read-only","network":"on","gaps":["resources-unlimited","unix-sockets-reachable"]}' "$dir/answer" ||
    fail "gaps: $(cat "$dir/answer")"
  expect "processes are its own" '1 2 ' 'cd /proc; for p in [0-9]*; do printf \"$p \"; done'
  expect "pipes are all that it inherits" '0 1 2 ' \
    'for d in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do (true >&$d) 2> /dev/null && printf \"$d \"; done; true'
  expect "what was started dies" '' 'setsid sleep 1000 > /dev/null 2>&1 & true'
  grep -q '"killed":\["sleep"\]' "$dir/answer" || fail "killed: $(cat "$dir/answer")"
}

check_everything "$dir/root" env
check_everything "$here/root" env
if [ "$(id -u)" = 0 ]; then
  mkdir "$dir/user"
  check_everything "$dir/user" "setpriv --reuid=4001 --regid=4001 --clear-groups"
fi

# A program that is there, but not in there.
cp /bin/true "$here/program"
status=0
echo "{\"cmd\":\"$here/program\"}" \
  | "$dir/exec" --root "$dir/root/workspace" > "$dir/answer" 2> "$dir/error" || status=$?
[ $status = 1 ] && grep -q '"code":"NOT_FOUND".*--show' "$dir/error" \
  || fail "a program in /tmp: $status $(cat "$dir/answer" "$dir/error")"

# Where the view can't be made, Landlock holds.
for root in / /dev; do
  echo '{"cmd":"true"}' | (cd / && "$dir/exec" --root $root --policy=read-only) > "$dir/answer"
  grep -q '"level":"landlock"' "$dir/answer" || fail "$root as the workspace: $(cat "$dir/answer")"
done
for flag in "--hide=$dir/missing" "--show=$dir/missing"; do
  status=0
  echo '{"cmd":"true"}' | "$dir/exec" "$flag" > "$dir/answer" 2> "$dir/error" || status=$?
  [ $status = 2 ] && grep -q 'BAD_REQUEST' "$dir/error" || fail "$flag: $status $(cat "$dir/error")"
done
