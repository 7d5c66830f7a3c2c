# cpack makes a tarball and a .deb; put into a root that holds nothing else, the runner, its manifest and the tools of each do their work there.
set -eu
bin=$1
! grep -q 'SANITIZE:BOOL=ON' "$bin/../CMakeCache.txt" || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
as_root=()
if [ "$(id -u)" != 0 ]; then
  unshare --user --map-root-user true 2> /dev/null || exit 77
  as_root=(unshare --user --map-root-user)
fi
fail() { echo "FAILED: $1"; exit 1; }

# A small .deb takes time, and nobody keeps this one.
cpack --config "$bin/../CPackConfig.cmake" -B "$dir/packages" -D CPACK_DEBIAN_COMPRESSION_TYPE=none > "$dir/log" 2>&1 ||
  { cat "$dir/log"; exit 1; }
mkdir "$dir/tarball" "$dir/deb"
tar -xzf "$dir"/packages/*.tar.gz -C "$dir/tarball" --strip-components=1
dpkg-deb --extract "$dir"/packages/*.deb "$dir/deb"
[ -z "$(dpkg-deb --field "$dir"/packages/*.deb Depends)" ] || fail 'the .deb depends on something'
[ "$(dpkg-deb --field "$dir"/packages/*.deb Package Version Architecture | wc -l)" = 3 ] || fail 'the .deb lacks a field'

cat > "$dir/talk.ndjson" <<'END'
{"asked":[{"role":"user","content":"go"}],"message":{"tool_calls":[{"id":"a","type":"function","function":{"name":"fs_write_file","arguments":"{\"path\":\"made\",\"content\":\"by a tool\"}"}},{"id":"b","type":"function","function":{"name":"get_time","arguments":"{\"timezone\":\"Asia/Tokyo\"}"}}]}}
{"asked":[{"role":"tool","tool_call_id":"a","content":"{}"},{"role":"tool","tool_call_id":"b","content":"{}"}],"message":{"content":"gone"}}
END
try() { # ROOT PREFIX
  mkdir -p "$1/work"
  cp "$dir/talk.ndjson" "$1/work"
  local answer
  answer=$("${as_root[@]}" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$1" "$2/bin/agentcli" -tools "$2/share/agentcli/tools.json" -replay /work/talk.ndjson -system '' -prompt go) ||
    fail "$1: the runner exits with $?"
  [ "$answer" = gone ] || fail "$1: $answer"
  [ "$(cat "$1/made")" = 'by a tool' ] || fail "$1: nothing is written"
  [ -f "$1$2/share/man/man1/agentcli.1" ] && [ -f "$1$2/share/bash-completion/completions/agentcli" ] || fail "$1: pages are missing"
}
try "$dir/tarball" ''
try "$dir/deb" /usr
