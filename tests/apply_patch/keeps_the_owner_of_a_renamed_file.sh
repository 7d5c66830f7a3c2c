# A file that a patch renames, with a change or without, keeps its owner, group and mode, also if
# two files change names; what its new name can't have is said.
. "$(dirname "$0")/../shell.sh"
needs_root "giving files away"
cd "$dir"
owner_of() { stat -c '%u:%g %a' "$1"; }
apply() {
  printf '{"unifiedDiff":"%s"}' "$1" | "$bin/apply_patch" > out 2> err || fail "not applied"
}
rename() { # FROM TO
  printf '%s' "diff --git a/$1 b/$2\\nsimilarity index 100%\\nrename from $1\\nrename to $2\\n"
}
begin() {
  rm -rf ./*
  printf 'one\n' > one
  printf 'two\n' > two
  chown 65534:65533 one
  chmod 0640 one
}
renamed=$(rename one new/one)

begin
apply "$renamed"
[ "$(owner_of new/one)" = '65534:65533 640' ] || fail "renamed: $(owner_of new/one)"
! grep -q notKept out || fail "something is not kept"

begin
apply '*** Begin Patch\n*** Update File: one\n*** Move to: moved\n@@\n-one\n+1\n*** End Patch\n'
[ "$(owner_of moved)" = '65534:65533 640' ] || fail "changed: $(owner_of moved)"

begin
apply "$(rename one two)$(rename two one)"
[ "$(owner_of two)" = '65534:65533 640' ] || fail "exchanged: $(owner_of two)"
[ "$(owner_of one)" = '0:0 644' ] || fail "exchanged: $(owner_of one)"

begin
ln one other
chmod 4755 one
apply "$renamed"
[ "$(owner_of new/one)" = '65534:65533 755' ] || fail "with set-user-ID: $(owner_of new/one)"
grep -q '"notKept":\["set-user-ID","hard links"\]' out || fail "not said"
