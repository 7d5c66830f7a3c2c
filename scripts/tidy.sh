#!/usr/bin/env bash
# tidy.sh BUILD UNIT: runs clang-tidy on a unit of BUILD/compile_commands.json. A unit that has
# passed is not checked again as long as its preprocessed text, the NOLINT comments in it,
# .clang-tidy and the version of clang-tidy stay the same; results are in agentcli/tidy of the
# user's cache directory.
set -euo pipefail
build=$1
unit=$2
cache=${XDG_CACHE_HOME:-$HOME/.cache}/agentcli/tidy
mkdir -p "$cache"

# Without the precompiled header, whose text would be missing, and without names of files to write.
command=$(jq -r --arg unit "$unit" '[.[] | select(.file == $unit)][0].command' \
  "$build/compile_commands.json" \
  | sed -E 's/ -Xclang -include-pch -Xclang [^ ]+//; s/ -o [^ ]+ -c / /')
# Removes empty lines and all comments except those of clang-tidy. Literals are matched as well,
# since what looks like a comment within them is not one.
without_comments='
  s{ ( R"([^(\s]*)\(.*?\)\2" | "(?:[^"\\\n]|\\.)*"
     | (?:\b(?:u8|[uUL])|(?<![0-9a-zA-Z]))\x27(?:[^\x27\\\n]|\\.)*\x27 )
   | (//[^\n]* | /\*.*?\*/)
  }{ my $comment = $3; $1 // ($comment =~ /NOLINT/ ? $comment : " ") }gsex;
  s/[ \t]+$//mg;
  s/\n+/\n/g'
key=$({
  clang-tidy --version
  cat .clang-tidy
  (cd "$build" && eval "$command -E -C -P -o -") | sed "s|$PWD/||g" \
    | perl -0777 -pe "$without_comments"
} | sha256sum | cut -d' ' -f1)
if [ -e "$cache/$key" ]; then
  touch "$cache/$key"
  exit 0
fi
clang-tidy -p "$build" --quiet "$unit"
touch "$cache/$key"
