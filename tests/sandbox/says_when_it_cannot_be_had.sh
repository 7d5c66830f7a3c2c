# Where the kernel has no Landlock a tool refuses to work, names the step, and takes less only by
# the operator's word.
. "$(dirname "$0")/../shell.sh"
tools=$(ls "$(dirname "$0")/../../tools")
echo hello > "$dir/notes.txt"
cd "$dir"


for name in $tools; do
  tool=$bin/$name
  status=0
  "$bin/without_landlock" "$tool" < /dev/null > out 2> err || status=$?
  [ $status = 3 ] || fail "$name ended with $status, not 3"
  [ ! -s out ] || fail "$name answered"
  grep -q '"code":"SANDBOX_UNAVAILABLE"' err || fail "no code: $(cat err)"
  grep -q 'landlock_create_ruleset' err || fail "the step is not named: $(cat err)"
  grep -qE -- "--(sandbox=paths|policy=unrestricted)" err \
    || fail "the flag is not named: $(cat err)"
done

# Operator's word: openat2 and seccomp still hold.
request='{"path":"notes.txt","encoding":"text"}'
echo "$request" | "$bin/without_landlock" "$bin/fs_read_file" --sandbox=paths \
  | grep -q '"content":"hello' || fail "paths"
status=0
echo '{"path":"/etc/passwd"}' | "$bin/without_landlock" "$bin/fs_read_file" --sandbox=paths 2> err \
  || status=$?
[ $status = 1 ] && grep -q OUTSIDE_WORKSPACE err || fail "a path outside: $(cat err)"
