# With --within the first call in a workspace keeps what it replaces, too: .agentcli is made before
# the sandbox, which lets the tool make nothing beside the directories.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/w" "$dir/w/part"
cd "$dir/w"
echo old > part/file
keep=(--within=part --keep-undo=1000000)
echo '{"path":"part/file","content":"new"}' | "$bin/fs_write_file" "${keep[@]}" > ../out
! grep -q notUndoable ../out || { cat ../out; exit 1; }
[ "$(stat -c %a .agentcli)" = 700 ] || { stat .agentcli; exit 1; }
echo '{}' | "$bin/fs_undo" "${keep[@]}" > ../out
[ "$(cat part/file)" = old ] || { cat ../out; exit 1; }
# What only reads makes nothing.
rm -r .agentcli
echo '{"path":"part/file"}' | "$bin/fs_read_file" --within=part > ../out
[ ! -e .agentcli ]
