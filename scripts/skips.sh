#!/usr/bin/env bash
# skips.sh LOG PART…: reads what ctest has printed, and prints each test that was skipped, with the
# reason that tests/skips.txt has for one of these parts. Fails if a test was skipped without one.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 LOG PART…" >&2 && exit 2; }
log=$1
shift
list=$(dirname "$0")/../tests/skips.txt

reason_of() { # TEST PART…
  local test=$1 pattern part reason
  shift
  while read -r pattern part reason; do
    if [[ $test == $pattern && " $* " == *" $part "* ]]; then
      echo "$reason"
      return
    fi
  done < <(grep -v '^#' "$list")
  return 1
}

[ -r "$log" ] || { echo "cannot read $log" >&2 && exit 2; }
unlisted=0
while read -r test; do
  if reason=$(reason_of "$test" "$@"); then
    echo "skipped: $test: $reason"
  else
    echo "FAILED: $test was skipped, and tests/skips.txt does not allow it in: $*"
    unlisted=1
  fi
done < <(sed -n 's/^.* Test *#[0-9]*: \([^ ]*\) .*\*\*\*Skipped.*/\1/p' "$log" | sort -u)
exit $unlisted
