#!/usr/bin/env bash
# npm.sh small|large: installs the programs of tests/npm/NAME, once for each lock file, and prints
# the directory that has them: the value of AGENTCLI_NPM (small) or AGENTCLI_NPM_LARGE. It is in
# ${XDG_CACHE_HOME:-~/.cache}/agentcli/npm, and appears when it is complete. Messages go to stderr.
# Exit status 77: the registry cannot be reached.
set -euo pipefail
cd "$(dirname "$0")/.."
list=tests/npm/${1:-}
[ $# = 1 ] && [ -f "$list/package-lock.json" ] || { echo "usage: $0 small|large" >&2 && exit 2; }
cache=${XDG_CACHE_HOME:-$HOME/.cache}/agentcli/npm
lock_hash=$(sha256sum "$list/package-lock.json")
directory=$cache/$1-${lock_hash:0:16}
part=$directory.part

# Not `npm ci`, which refuses a list whose optional packages for other systems are not in the lock
# file.
# `set -e` does nothing in a condition.
install_list() {
  rm -rf "$part" && mkdir "$part" && # what an installation left that was killed
    cp "$list"/{package.json,package-lock.json,.npmrc} "$part" && cd "$part" &&
    timeout 1500 npm install --no-save --loglevel=error --fetch-retries=1 \
      --cache="$part/.cache" || return
  # The programs of these two are put in their places by a script.
  if [ -d node_modules/opencode-ai ]; then
    npm rebuild --loglevel=error --ignore-scripts=false @anthropic-ai/claude-code opencode-ai ||
      return
  fi
  rm -rf .cache && sync && mv -T "$part" "$directory"
}

unreachable='code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH'
unreachable+='|ERR_SOCKET_TIMEOUT|E50[234])'
if [ ! -d "$directory" ]; then
  if ! command -v npm > /dev/null; then
    source scripts/packages.sh
    install npm nodejs ca-certificates >&2
  fi
  mkdir -p "$cache"
  exec {turn}> "$cache/lock"
  flock "$turn"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if [ ! -d "$directory" ] && ! (install_list) > "$log" 2>&1; then
    cat "$log" >&2
    rm -rf "$part"
    if grep -qE "$unreachable" "$log"; then
      echo 'skipped: the npm registry cannot be reached' >&2
      exit 77
    fi
    exit 1
  fi
fi
echo "$directory"
