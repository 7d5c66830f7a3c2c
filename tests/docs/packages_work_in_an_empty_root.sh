# scripts/package.sh makes a tarball, a .deb and their checksums; unpacked, or installed by dpkg,
# into a root that holds nothing else, the runner, its manifest and the tools of each do their work
# there; and dpkg takes all of it away again.
. "$(dirname "$0")/../shell.sh"
! is_sanitized || skip 'it is tried with the release build'
as_root=()
if [ "$(id -u)" != 0 ]; then
  unshare --user --map-root-user true 2> /dev/null || exit 77
  as_root=(unshare --user --map-root-user)
fi

# A small .deb takes time, and nobody keeps this one.
"$source/scripts/package.sh" "$bin/.." "$dir/packages" -D CPACK_DEBIAN_COMPRESSION_TYPE=none \
  > "$dir/log" 2>&1 ||
  { cat "$dir/log"; exit 1; }
(cd "$dir/packages" && [ "$(wc -l < SHA256SUMS)" = 3 ] \
  && sha256sum --check --strict SHA256SUMS > "$dir/log" 2>&1) || fail 'the checksums'
mkdir -p "$dir/tarball" "$dir/deb/var/lib/dpkg"
tar -xzf "$dir"/packages/*.tar.gz -C "$dir/tarball" --strip-components=1
# dpkg's arguments: in the root, as root of it, without the programs that a package of ours does not
# need
package() {
  "${as_root[@]}" dpkg --root="$dir/deb" --force-bad-path --force-unsafe-io --log=/dev/null "$@" \
    > "$dir/log" 2>&1 || { cat "$dir/log"; fail "dpkg $*"; }
}
mkdir "$dir/deb/var/lib/dpkg/info" "$dir/deb/var/lib/dpkg/updates"
touch "$dir/deb/var/lib/dpkg/status"
package --install "$dir"/packages/*.deb
package --status agentcli
grep -qx 'Status: install ok installed' "$dir/log" || fail 'dpkg says something else'
[ -z "$(dpkg-deb --field "$dir"/packages/*.deb Depends)" ] || fail 'the .deb depends on something'
[ "$(dpkg-deb --field "$dir"/packages/*.deb Package Version Architecture | wc -l)" = 3 ] \
  || fail 'the .deb lacks a field'

cat > "$dir/talk.ndjson" <<'END'
{"asked":[{"role":"user","content":"go"}],"message":{"tool_calls":[{"id":"a","type":"function","function":{"name":"fs_write_file","arguments":"{\"path\":\"made\",\"content\":\"by a tool\"}"}},{"id":"b","type":"function","function":{"name":"get_time","arguments":"{\"timezone\":\"Asia/Tokyo\"}"}}]}}
{"asked":[{"role":"tool","tool_call_id":"a","content":"{}"},{"role":"tool","tool_call_id":"b","content":"{}"}],"message":{"content":"gone"}}
END
try() { # ROOT PREFIX
  mkdir -p "$1/work"
  cp "$dir/talk.ndjson" "$1/work"
  local answer
  answer=$("${as_root[@]}" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$1" "$2/bin/agentcli" \
    --tools "$2/share/agentcli/tools.json" --replay /work/talk.ndjson --system '' --prompt go) ||
    fail "$1: the runner exits with $?"
  [ "$answer" = gone ] || fail "$1: $answer"
  [ "$(cat "$1/made")" = 'by a tool' ] || fail "$1: nothing is written"
  [ -f "$1$2/share/bash-completion/completions/agentcli" ] || fail "$1: completions are missing"
}
try "$dir/tarball" ''
[ -f "$dir/tarball/share/man/man1/agentcli.1" ] \
  && [ -f "$dir/tarball/share/zsh/site-functions/_agentcli" ] || fail 'the tarball lacks pages'
try "$dir/deb" /usr
for file in man/man1/agentcli.1.gz man/man1/exec.1.gz zsh/vendor-completions/_agentcli \
  zsh/vendor-completions/_fs_search \
  doc/agentcli/copyright doc/agentcli/third-party/libssl-dev doc/agentcli/changelog.gz \
  doc/agentcli/changelog.Debian.gz doc/agentcli/README.md doc/agentcli/examples/ci.md; do
  [ -f "$dir/deb/usr/share/$file" ] || fail "the .deb lacks $file"
done
gzip -cd "$dir/deb/usr/share/doc/agentcli/changelog.gz" | cmp - "$source/CHANGELOG.md" \
  || fail 'the changelog'
bash "$source/tests/rules/links_lead_somewhere.sh" "$bin" "$dir/deb/usr/share/doc/agentcli" \
  || fail 'links of the installed pages'
"${as_root[@]}" chroot "$dir/deb" /usr/bin/get_time <<< '{"timezone":"Asia/Tokyo"}' \
  | grep -q '"utcOffset":"+09:00"' || fail 'a tool by itself'
# A newer version replaces it.
dpkg-deb --raw-extract "$dir"/packages/*.deb "$dir/newer"
sed -i 's/^Version: .*/&.1/' "$dir/newer/DEBIAN/control"
touch "$dir/newer/usr/share/agentcli/new"
rm "$dir/newer/usr/bin/get_time"
dpkg-deb -Znone --root-owner-group --build "$dir/newer" "$dir/newer.deb" > "$dir/log"
package --install "$dir/newer.deb"
[ -f "$dir/deb/usr/share/agentcli/new" ] && [ ! -e "$dir/deb/usr/bin/get_time" ] \
  && [ -x "$dir/deb/usr/bin/agentcli" ] || fail 'the upgrade'
package --remove agentcli
[ -z "$(find "$dir/deb/usr" ! -type d 2> /dev/null)" ] \
  || fail "dpkg leaves $(find "$dir/deb/usr" ! -type d | head -n 3)"
