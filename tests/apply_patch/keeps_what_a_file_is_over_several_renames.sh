# A file that one patch renames several times keeps its owner, group, mode and attributes, as one
# that is renamed once does, and the answer names where it came from.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$dir"
rename() { # FROM TO
  printf '%s' "diff --git a/$1 b/$2\\nsimilarity index 100%\\nrename from $1\\nrename to $2\\n"
}
change() { # FROM TO, after the lines that rename it
  printf '%s' "--- a/$1\\n+++ b/$2\\n@@ -1 +1 @@\\n-one\\n+two\\n"
}
apply() {
  printf '{"unifiedDiff":"%s"}' "$1" | "$bin/apply_patch" > out 2> err || fail "not applied"
}
begin() {
  rm -rf ./*
  printf 'one\n' > a
  [ "$(id -u)" != 0 ] || chown 65534:65533 a
  chmod 0640 a
  python3 -c 'import os; os.setxattr("a", "user.mark", b"kept")' 2> /dev/null || :
  touch -d '2001-02-03 04:05:06 UTC' a
  before=$(state_of a)
}
state_of() {
  stat -c '%u:%g %a' "$1"
  python3 -c 'import os, sys
print([os.getxattr(sys.argv[1], name) for name in os.listxattr(sys.argv[1])])' "$1"
}
is_kept() { # NAME, as it is named in failures, and the part of the answer
  [ "$(state_of "$1")" = "$before" ] || fail "$2: $(state_of "$1") and not $before"
  grep -qF "$3" out || fail "$2: $(cat out)"
}

begin
apply "$(rename a once)"
is_kept once "renamed once" '"action":"renamed","from":"a"'
once=$(stat -c %Y once)

begin
apply "$(rename a b)$(rename b c)"
[ ! -e a ] && [ ! -e b ] || fail "a name is left"
is_kept c "renamed twice" '"path":"c","action":"renamed","from":"a"'
# The time is that of the change for both, or for both that of the file.
[ $(($(stat -c %Y c) > 1000000000)) = $((once > 1000000000)) ] || fail "the times differ"

begin
apply "$(rename a b)$(rename b new/c)$(rename new/c d)$(change new/c d)"
is_kept d "renamed three times, with a change" '"path":"d","action":"renamed","from":"a"'
[ "$(cat d)" = two ] || fail "the change is not made"

begin
apply "$(rename a b)$(rename b a)$(change b a)"
is_kept a "renamed and renamed back" '"path":"a","action":"modified"'
[ "$(cat a)" = two ] || fail "the change is not made"

begin
first='*** Update File: a\n*** Move to: b\n@@\n-one\n+two\n'
then='*** Update File: b\n*** Move to: c\n@@\n-two\n+three\n'
apply "*** Begin Patch\\n$first$then*** End Patch\\n"
is_kept c "moved twice" '"path":"c","action":"renamed","from":"a"'
[ "$(cat c)" = three ] || fail "the changes are not made"

begin
apply "diff --git a/a b/b\\nsimilarity index 100%\\ncopy from a\\ncopy to b\\n$(rename b c)"
[ -e a ] && [ ! -e b ] || fail "copied and renamed: the names are wrong"
grep -qF '"path":"c","action":"copied","from":"a"' out || fail "copied and renamed: $(cat out)"
