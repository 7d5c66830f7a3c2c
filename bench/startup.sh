#!/usr/bin/env bash
# What one call of each tool costs, spawn to reap, against an empty static C program, in one run.
# Needs the release build.
. "$(dirname "$0")/shared.sh"
mkdir "$dir/workspace"
cd "$dir/workspace"
echo hello > notes.txt
"$programs/startup" "$programs/empty" \
  "$bin/get_time" '{}' \
  "$bin/fs_read_file" '{"path":"notes.txt"}' \
  "$bin/fs_write_file" '{"path":"notes.txt","content":"hello\n"}' \
  "$bin/fs_search" '{"query":"hello"}' \
  "$bin/apply_patch" \
  '{"dryRun":true,"unifiedDiff":"--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-hello\n+hallo\n"}' \
  "$bin/exec" '{"cmd":"true"}'
