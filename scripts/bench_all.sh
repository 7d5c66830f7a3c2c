#!/usr/bin/env bash
# bench_all.sh [BENCH…]: runs the benches that measure what README.md and bench/README.md cite, once
# each, and prints every such figure beside what it is now: PAGE, ROW: NAME cited X measured Y
# (bench/figures.txt). Needs the release build and what the benches need; takes hours. BUILD and
# ROUNDS are theirs; with TINY=1 they measure little, to show that each figure is found. Exits 1 if
# a bench has failed or a figure was not found, 77 if all were skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- $(perl bench/figures.pl benches)
output=$(mktemp)
trap 'rm -f "$output"' EXIT
result=77
echo "Linux $(uname -r), $(nproc) processors"
for bench in "$@"; do
  status=0
  bash "bench/$bench.sh" > "$output" 2>&1 < /dev/null || status=$?
  case $status in
  0) [ $result = 1 ] || result=0 ;;
  77) echo "$bench: $(tail -n 1 "$output")" && continue ;;
  *) result=1 && cat "$output" >&2 && echo "bench/$bench.sh failed: $status" >&2 ;;
  esac
  perl bench/figures.pl measured "$bench" < "$output" || { result=1 && cat "$output" >&2; }
done
exit $result
