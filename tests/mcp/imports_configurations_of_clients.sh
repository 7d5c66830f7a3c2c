# `agentcli mcp import CLIENT` takes over the servers of each client. tests/mcp/import has a
# directory for each client and version with its files (`home`, `workspace`), the configuration that
# they become (`config.json`) and what is printed (`shown`). BLESS=1 writes both: read them then.
. "$(dirname "$0")/../shell.sh"
export XDG_STATE_HOME=$dir/state
unset XDG_CONFIG_HOME CODEX_HOME CLAUDE_CONFIG_DIR
count=0
for case in "$source"/tests/mcp/import/*/; do
  case=${case%/} name=$(basename "$case")
  mkdir -p "$dir/$name/home" "$dir/$name/workspace"
  for part in home workspace; do
    [ ! -d "$case/$part" ] || cp -R "$case/$part/." "$dir/$name/$part"
  done
  cd "$dir/$name/workspace"
  export HOME=$dir/$name/home
  [ ! -f "$HOME/.claude.json" ] || sed -i "s|WORKSPACE|$PWD|" "$HOME/.claude.json"
  status=0
  env -u TERM "$bin/agentcli" mcp import "${name%-*}" --yes > "$dir/out" 2> "$dir/err" || status=$?
  cp "$dir/out" "$dir/err" .
  [ "$status" = 0 ] || fail "$name: exit $status"
  sed -i "s|$HOME|HOME|g" "$dir/out"
  written=$HOME/.config/agentcli/config.json
  [ "$(stat -c %a "$written")" = 600 ] || fail "$name: others can read what was written"
  if [ -n "${BLESS:-}" ]; then
    cp "$written" "$case/config.json"
    cp "$dir/out" "$case/shown"
  fi
  diff "$case/config.json" "$written" || fail "$name: the configuration differs"
  diff "$case/shown" "$dir/out" || fail "$name: what is printed differs"
  rm -f .mcp.json
  "$bin/agentcli" mcp servers > out 2> err || true
  ! grep -q 'ignored in' err || fail "$name: it wrote keys that are ignored"
  count=$((count + 1))
done
[ "$count" -ge 14 ] || fail "only $count cases"
