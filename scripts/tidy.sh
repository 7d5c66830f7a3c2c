#!/usr/bin/env bash
# tidy.sh BUILD UNIT: runs clang-tidy on a unit of BUILD/compile_commands.json. A unit that has
# passed is not checked again as long as its preprocessed text (with comments), .clang-tidy and the
# version of clang-tidy stay the same; results are in agentcli/tidy of the user's cache directory.
set -euo pipefail
build=$1
unit=$2
cache=${XDG_CACHE_HOME:-$HOME/.cache}/agentcli/tidy
mkdir -p "$cache"

# Without the precompiled header, whose text would be missing, and without names of files to write.
command=$(jq -r --arg unit "$unit" '[.[] | select(.file == $unit)][0].command' \
  "$build/compile_commands.json" \
  | sed -E 's/ -Xclang -include-pch -Xclang [^ ]+//; s/ -o [^ ]+ -c / /')
key=$({
  clang-tidy --version
  cat .clang-tidy
  (cd "$build" && eval "$command -E -C -o -") | sed "s|$PWD/||g"
} | sha256sum | cut -d' ' -f1)
if [ -e "$cache/$key" ]; then
  touch "$cache/$key"
  exit 0
fi
clang-tidy -p "$build" --quiet "$unit"
touch "$cache/$key"
