# All scripts begin with it: . "$(dirname "$0")/../shell.sh", or ../../shell.sh in a room.
# bin     the directory of the binaries, absolute
# source  the root of the source tree
# dir     an empty directory, removed at the end; in $place, if the script has set it
set -eu
bin=$(cd "${1:-.}" && pwd)
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
dir=$(cd "$(mktemp -d "${place:-${TMPDIR:-/tmp}}/test.XXXXXX")" && pwd -P)

# More to do at the end, before the directory is removed, the last one first: at_end 'COMMANDS'
ends=()
at_end() { ends=("$1" "${ends[@]}"); }
finish_test() {
  local status=$? command
  set +e
  cd /
  for command in "${ends[@]}"; do eval "$command"; done
  rm -rf --one-file-system "$dir"
  exit "$status"
}
trap finish_test EXIT

fail() { # MESSAGE, and the files `out` and `err` of the current directory, if there are any
  echo "FAILED: $1"
  for file in out err; do [ ! -f "$file" ] || { echo "-- $file"; head -c 4000 "$file"; }; done
  exit 1
}

skip() { # REASON
  echo "skipped: $1"
  exit 77
}

needs_root() { [ "$(id -u)" = 0 ] || skip "$1 needs root"; } # WHAT
needs() { # PROGRAM…
  local program
  for program in "$@"; do command -v "$program" > /dev/null || skip "there is no $program"; done
}
needs_python() { # VERSION
  needs python3
  python3 -c "import sys; sys.exit(sys.version_info < (${1/./,}))" \
    || skip "python3 is older than $1"
}

# The programs run under the sanitizers, which makes them some ten times slower and larger.
is_sanitized() { grep -q 'SANITIZE:BOOL=ON' "$bin/../CMakeCache.txt" 2> /dev/null; }

# The script begins again, with mounts of its own: with_own_mounts [FLAG_OF_UNSHARE …]
with_own_mounts() {
  [ -z "${has_own_mounts:-}" ] || return 0
  rmdir "$dir"
  has_own_mounts=yes exec unshare --mount "$@" bash "$0" "$bin"
}

# Starts a Python server that prints its port, and sets $port: start_server FILE [ARGUMENT…]
start_server() {
  local output
  exec {output}< <(exec python3 -B "$@")
  at_end "kill $! 2> /dev/null"
  read -r port <&"$output" || fail "no port: $1"
}
