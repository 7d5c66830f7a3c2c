# Sourced by each bench. BUILD is the directory of the build [build/release].
# bin       the directory of the tools, absolute
# programs  that of the programs of the benches (bench/bench.cmake)
# source    the root of the source tree, which is the current directory
# dir       an empty directory, removed at the end; in $place, if the script has set it
# With TINY=1 a bench shows in seconds that it works: it measures little once, installs and fetches
# nothing, and leaves out the peers that are missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source=$PWD build=$(realpath "${BUILD:-build/release}")
bin=$build/bin programs=$build/bench
[ -x "$programs/turns" ] || { echo "run cmake --build --preset release first" >&2; exit 1; }
dir=$(mktemp -d "${place:-${TMPDIR:-/tmp}}/bench.XXXXXX")
trap 'rm -rf "$dir"' EXIT

is_tiny() { [ -n "${TINY:-}" ]; }
size() { if is_tiny; then echo "$2"; else echo "$1"; fi; } # NORMAL TINY
if is_tiny; then export ROUNDS=1; fi

# True if the peer is installed. Without it the bench fails, unless it is tiny.
has_peer() { # PROGRAM
  ! command -v "$1" > /dev/null || return 0
  echo "no peer: $1 is not installed"
  is_tiny || exit 1
  return 1
}

needs() { # PROGRAM…
  local program
  for program in "$@"; do
    command -v "$program" > /dev/null || { echo "skipped: there is no $program"; exit 77; }
  done
}

# Installs packages of Debian, unless the bench is tiny.
prepare() { # PACKAGE…
  is_tiny || { . scripts/packages.sh; install "$@"; }
}

from_npm() { # DIRECTORY PACKAGE…
  npm install --silent --no-fund --no-audit --prefix "$@" > "$dir/npm.log" \
    || { cat "$dir/npm.log"; return 1; }
}

# The script runs once more, in a network namespace with no device but loopback, and ends.
with_loopback_alone() {
  if [ -z "${has_loopback_alone:-}" ]; then
    unshare --net true 2> /dev/null || { echo "skipped: a network namespace needs root"; exit 77; }
    has_loopback_alone=yes unshare --net bash "bench/${0##*/}"
    exit
  fi
  ip link set lo up
}
