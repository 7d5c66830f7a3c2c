# A mode that somebody has set since is not reset by an undo, nor by a redo; one that a step has set
# is.
. "$(dirname "$0")/../shell.sh"
keep=--keep-undo=1000000
call() { # TOOL REQUEST
  echo "$2" | "$bin/$1" $keep > "$dir/out" 2> "$dir/err" || fail "$1 $2: $(cat "$dir/err")"
}
begin() {
  rm -rf "$dir/workspace"; mkdir -p "$dir/workspace"; cd "$dir/workspace"
  echo one > a; chmod 644 a
}
write() { call fs_write_file "{\"path\":\"a\",\"content\":\"$1\n\"}"; }
is() { # MODE CONTENT
  [ "$(stat -c %a a) $(cat a)" = "$1 $2" ] || fail "$(stat -c %a a) $(cat a) in place of $1 $2"
}
mode_patch='{"unifiedDiff":"diff --git a/a b/a\nold mode 100644\nnew mode 100755\n"}'

begin; write two; chmod 755 a; call fs_undo '{}'; is 755 one
chmod 600 a; call fs_undo '{"redo":true}'; is 600 two

# Between two steps, and before a removal.
begin; write two; chmod 700 a; write three; call fs_undo '{"last":2}'; is 700 one
begin; write two; chmod 700 a; call fs_rm '{"path":"a"}'; call fs_undo '{"last":2}'; is 700 one

# Of the step.
begin; call apply_patch "$mode_patch"; is 755 one; call fs_undo '{}'; is 644 one
call fs_undo '{"redo":true}'; is 755 one
begin; call apply_patch "$mode_patch"; chmod 700 a; call fs_undo '{}'; is 700 one
begin; call apply_patch "$mode_patch"; write two; call fs_undo '{"last":2}'; is 644 one

# A line from before modes were noted is obeyed as it was.
begin; write two; sed -i 's/,"newMetadata":"[0-9a-f]*"//' .agentcli/undo/log.ndjson
call fs_undo '{}'; is 644 one
