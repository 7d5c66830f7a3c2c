#!/bin/sh
# names.sh [FILE]: bench/names.cpp, with the lines of FILE or with names that are made up.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
program=$(mktemp)
trap 'rm -f "$program"' EXIT
c++ -std=c++20 -O2 -I "$source" -o "$program" "$source/bench/names.cpp" \
  "$source/runner/chat/name_order.cpp"
"$program" "$@"
