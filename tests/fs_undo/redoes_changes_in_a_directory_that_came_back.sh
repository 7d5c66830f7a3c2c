# A redo removes a directory again that an undo has put back, although files in it were written anew
# by the same undo or by others; not if somebody has changed anything in it.
. "$(dirname "$0")/../shell.sh"
keep=--keep-undo=1000000
call() { # TOOL REQUEST
  echo "$2" | "$bin/$1" $keep > "$dir/out" 2> "$dir/err" || fail "$1 $2: $(cat "$dir/err")"
}
seen() {
  find tree -printf '%p %M %l\n' | sort
  find tree -type f -print0 | sort -z | xargs -0r sha256sum
}
begin() {
  rm -rf "$dir/workspace"; mkdir -p "$dir/workspace"; cd "$dir/workspace"
  mkdir -p tree/inner; echo leaf > tree/leaf; echo other > tree/inner/other; ln -s leaf tree/link
  before=$(seen)
  call fs_write_file '{"path":"tree/leaf","content":"2\n"}'
  call fs_move '{"from":"tree/inner/other","to":"tree/inner/third"}'
  call fs_write_file '{"path":"tree/new/file","content":"3\n","makeParents":true}'
  changed=$(seen)
  call fs_rm '{"path":"tree","recursive":true}'
}
is() { [ "$(seen)" = "$1" ] || fail "$2: $(diff <(seen) <(echo "$1"))"; }

begin; call fs_undo '{"last":4}'; is "$before" "undone"
call fs_undo '{"redo":true}'; [ ! -e tree ] || fail "the directory is there"
call fs_undo '{}'; is "$before" "the redo undone"

# One undo after another.
begin; call fs_undo '{}'; is "$changed" "undone"
call fs_undo '{"last":3}'; is "$before" "undone further"
call fs_undo '{"redo":true}'; is "$changed" "redone"
call fs_undo '{"redo":true}'; [ ! -e tree ] || fail "the directory is there"

# What somebody has changed in it since.
for harm in 'echo mine > tree/leaf' 'chmod 600 tree/leaf' 'touch tree/inner/mine' \
  'ln -sf other tree/link' 'chmod 700 tree/inner'; do
  begin; call fs_undo '{}'; eval "$harm"
  echo '{"redo":true}' | "$bin/fs_undo" $keep > "$dir/out" 2> "$dir/err" && fail "redone: $harm"
  grep -q "'tree' was changed since" "$dir/err" && [ -e tree/leaf ] || fail "$(cat "$dir/err")"
done
