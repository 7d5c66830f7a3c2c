#!/usr/bin/env bash
# The diff of a dry run does, by git, what the patch does: also where its hunks are moved or lie far apart, and its lines are found loosely.
set -euo pipefail
bin=$1
command -v git > /dev/null && command -v jq > /dev/null || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export HOME=$dir GIT_CONFIG_NOSYSTEM=1
mkdir "$dir/ours" "$dir/theirs" "$dir/cut"
cd "$dir/ours"
seq 20000 > numbers
printf 'int main()\n{\n\treturn 0;\n}\n' > main.c
printf 'a\nb' > 'old name'
printf '#!/bin/sh\n' > run
printf 'one\r\ntwo\r\n' > dos
echo gone > 'gön"e'
cp -a . ../theirs
cat > "$dir/patch" << 'END'
--- a/numbers
+++ b/numbers
@@ -1,2 +1,3 @@
 1
+first
 2
@@ -7,3 +8,2 @@
 10000
-10001
 10002
@@ -19999,2 +20000,2 @@
 19999
-20000
+last
\ No newline at end of file
diff --git a/old name b/new name
rename from old name
rename to new name
--- a/old name
+++ b/new name
@@ -1,2 +1,2 @@
-a
+A
 b
\ No newline at end of file
diff --git a/run b/run
old mode 100644
new mode 100755
diff --git a/copy b/copy
new file mode 100755
--- /dev/null
+++ b/copy
@@ -0,0 +1 @@
+new
--- a/dos
+++ b/dos
@@ -1,2 +1,2 @@
 one
-two
+2
--- "a/g\303\266n\"e"
+++ /dev/null
@@ -1 +0,0 @@
-gone
END
cat > "$dir/loose" << 'END'
*** Begin Patch
*** Update File: main.c
@@
 int main()
 {
-    return 0;
+    return 1;
*** Update File: main.c
@@
 int main()
+// twice
 {
*** End Patch
END
request() { jq -Rs --argjson dry "$2" '{unifiedDiff: ., dryRun: $dry}' < "$dir/$1"; }
for patch in patch loose; do
    request "$patch" true | "$bin/apply_patch" | jq -j .diff > "$dir/shown"
    (cd "$dir/theirs" && git apply "$dir/shown") || { cat "$dir/shown"; exit 1; }
    request "$patch" false | "$bin/apply_patch" > "$dir/answer"
    diff -r . "$dir/theirs"
    [ "$(wc -l < "$dir/shown")" -lt 70 ] || { echo "FAILED: more is shown than changes"; exit 1; }
done
[ -x "$dir/theirs/run" ] && [ -x "$dir/theirs/copy" ]
grep -q '"diff"' "$dir/answer" && { echo 'FAILED: a diff where all is done'; exit 1; }

# What is large is cut, and says so.
cd "$dir/cut"
(echo '--- /dev/null'; echo '+++ b/large'; echo '@@ -0,0 +1,20000 @@'; seq 20000 | sed 's/^/+/') > "$dir/large"
request large true | "$bin/apply_patch" | jq -e '.truncated and (.diff | length <= 51200) and (.diff | startswith("--- /dev/null\n+++ b/large\n@@ -0,0 +1,"))' > /dev/null
[ ! -e large ]
