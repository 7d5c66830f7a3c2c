# A name that is a directory in one moment, and in the next a link out of the workspace or into
# .git: whatever the moment in which a tool looks, nothing is read, listed, found or changed there.
# That the race was run is proven too: both moments were met.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
at_end 'kill $(jobs -p) 2> /dev/null || true; wait'
mkdir -p "$dir/root/.git" "$dir/root/out" "$dir/root/git" "$dir/outside/deep"
cd "$dir/root"
ln -s ../outside away
ln -s .git config
echo hidden | tee "$dir/outside/file" "$dir/outside/deep/file" > .git/file
state() {
  (cd "$dir" && find outside root/.git -type f -exec sha256sum {} + | sort
    find outside root/.git | sort)
}
before=$(state)
"$bin/swap" out away & # the names that requests use: out, and git
"$bin/swap" git config &

fail() { echo "FAILED: $1: $(cat "$dir/result" 2> /dev/null)"; exit 1; }

declare -A met=()
# try TOOL REQUEST: its answer or refusal, in whatever moment; what is hidden must not be in it.
try() {
  local status=0
  echo "$2" | "$bin/$1" > "$dir/result" 2>&1 || status=$?
  ! grep -q -e hidden -e deep "$dir/result" || fail "$1 $2 told what is hidden"
  [ $status -le 1 ] || fail "$1 $2 ended with $status"
  met[$status]=yes
}

for round in $(seq 15); do
  for name in out git; do
    try fs_write_file '{"path":"'$name'/file","content":"written"}'
    try fs_append_file '{"path":"'$name'/file","content":"more"}'
    try fs_edit '{"path":"'$name'/file","oldString":"written","newString":"edited"}'
    try apply_patch '{"unifiedDiff":"--- /dev/null\n+++ b/'$name'/new\n@@ -0,0 +1 @@\n+new\n"}'
    try fs_move '{"from":"'$name'/new","to":"'$name'/moved","overwrite":true}'
    try fs_mkdirp '{"path":"'$name'/made/more"}'
    try fs_rm '{"path":"'$name'/made","recursive":true}'
    try fs_rm '{"path":"'$name'/moved"}'
  done
  try fs_read_file '{"path":"out/file"}'
  try fs_read_lines '{"path":"out/file"}'
  try fs_listdir '{"path":"out","recursive":true}'
  try fs_search '{"query":"h.dden","path":"out"}'
  try exec '{"cmd":"cat","args":["file"],"cwd":"out"}'
done
after=$(state)
[ "$after" = "$before" ] || fail "changed: $after"
[ "${met[0]:-}${met[1]:-}" = yesyes ] || fail "only one moment was met"
