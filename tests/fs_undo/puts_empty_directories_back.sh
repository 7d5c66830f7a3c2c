# An empty directory that was removed, replaced or made gets its owner, group, mode and attributes
# back, and no ACL that it did not have.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/w"; cd "$dir/w"
keep=(--keep-undo=1000000)
undo() { echo "${1:-{\}}" | "$bin/fs_undo" "${keep[@]}" > ../out || fail "$(cat ../out)"; }
# Owner and attributes only if this user and this file system can have them.
set_up() {
  mkdir "$1"
  chmod 2711 "$1"
  chown 1234:2345 "$1" 2> ../err && chmod 2711 "$1" || true
  ! command -v setfattr > ../out || setfattr -n user.mark -v "$1" "$1" 2> ../err || true
}
look() {
  stat -c '%A %u %g' "$1"
  ! command -v getfattr > /dev/null || getfattr -d -m - "$1" 2> /dev/null | sed 1d
}
set_up removed
set_up replaced
mkdir new
before=$(look removed; look replaced)
echo '{"path":"removed"}' | "$bin/fs_rm" "${keep[@]}" > ../out
echo '{"from":"new","to":"replaced","overwrite":true}' | "$bin/fs_move" "${keep[@]}" > ../out
! grep -q notUndoable ../out || fail "$(cat ../out)"
undo '{"last":2}'
[ "$(look removed; look replaced)" = "$before" ] ||
  fail "before: $before; now: $(look removed; look replaced)"
[ -d new ] || fail "the source did not come back"

# Undone and done again, a new directory that has changed since is as it was.
echo '{"path":"made"}' | "$bin/fs_mkdirp" "${keep[@]}" > ../out
chmod 2711 made
chown 1234:2345 made 2> ../err && chmod 2711 made || true
before=$(look made)
undo
[ ! -e made ] || fail "the new directory stays"
undo '{"redo":true}'
[ "$(look made)" = "$before" ] || fail "before: $before; now: $(look made)"
undo
[ ! -e made ] || fail "it can't be undone again: $(cat ../out)"

# A step that has done so again leaves alone what was put into the directory since.
undo '{"redo":true}'
echo mine > made/mine
undo
[ "$(cat made/mine)" = mine ]
