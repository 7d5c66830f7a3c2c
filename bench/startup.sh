#!/usr/bin/env bash
# What one call of each tool costs, spawn to reap, against an empty static C program, in one run. Needs the release build.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/build/release/bin
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
echo 'int main(void) { return 0; }' > "$dir/empty.c"
gcc -O2 -static "$dir/empty.c" -o "$dir/empty"
g++ -O2 -std=c++20 bench/startup.cpp -o "$dir/startup"
mkdir "$dir/workspace"
cd "$dir/workspace"
echo hello > notes.txt
"$dir/startup" "$dir/empty" \
  "$bin/get_time" '{}' \
  "$bin/fs_read_file" '{"path":"notes.txt"}' \
  "$bin/fs_write_file" '{"path":"notes.txt","content":"hello\n"}' \
  "$bin/fs_search" '{"query":"hello"}' \
  "$bin/apply_patch" '{"dryRun":true,"unifiedDiff":"--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-hello\n+hallo\n"}' \
  "$bin/exec" '{"cmd":"true"}'
