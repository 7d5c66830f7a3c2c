# The diff of a dry run does, by git, what the patch does: also where its hunks are moved or lie far
# apart, and its lines are found loosely.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
command -v git > /dev/null && command -v jq > /dev/null || exit 77
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

# Sections without hunks, and files that go where others were, read from stdin: what git makes of
# what is shown is what the patch does.
tree() { (cd "$1" && find . -type f -printf '%p %m\n' -exec cat {} + | sort); }
agrees() {
    cat > "$dir/patch"
    rm -rf "$dir/ours" "$dir/theirs"
    mkdir "$dir/ours" && cd "$dir/ours"
    printf '1\n2\n3\n' > f && printf 'one\ntwo\n' > g && echo z > 'z z' && : > empty
    cp -a . ../theirs
    request patch true | "$bin/apply_patch" | jq -j '.diff // empty' > "$dir/shown"
    request patch false | "$bin/apply_patch" > "$dir/answer"
    if [ -s "$dir/shown" ]; then (cd ../theirs && git apply "$dir/shown") || { cat "$dir/shown"
      exit 1; }; fi
    [ "$(tree .)" = "$(tree ../theirs)" ] || { echo "FAILED: the diff is not the change"
      cat "$dir/patch" "$dir/shown"; exit 1; }
}
envelope() { printf '*** Begin Patch\n%b*** End Patch\n' "$1" | agrees; }
edit() { printf '%s' "*** Update File: $1\n@@\n-$2\n+new\n"; }
move() { printf '%s' "*** Update File: $1\n*** Move to: $2\n"; }
add() { printf '%s' "*** Add File: $1\n+added\n"; }
envelope "$(move f h)$(add g2)"
envelope "$(move f h)$(edit g one)"
envelope "$(move f h)@@\n-1\n+new\n$(edit h 2)"
envelope "$(move f h)$(add f)"
envelope "$(move f h)*** Delete File: h\n"
envelope "*** Delete File: g\n$(move f g)"
envelope "*** Delete File: g\n$(move f g)@@\n-1\n+new\n"
envelope "$(add x)*** Delete File: x\n$(edit 'z z' z)"
envelope "$(move 'z z' 'y y')*** Delete File: f\n$(add f)"
envelope "*** Delete File: f\n$(move f h)"
envelope "*** Delete File: empty\n*** Delete File: z z\n$(edit g two)"
envelope "*** Add File: void\n$(edit g two)"
envelope "$(move f h)$(move f i)$(edit g two)"
git_patch() { printf '%b' "$1" | agrees; }
change='diff --git a/f b/f\n'
swap='diff --git a/f b/g\nrename from f\nrename to g\ndiff --git a/g b/f\nrename from g\nrename to f\n'
git_patch "${change}old mode 100644\nnew mode 100755\n"
git_patch \
  "${change}old mode 100644\nnew mode 100755\n--- a/g\n+++ b/g\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n"
git_patch \
  "diff --git a/f b/h\ncopy from f\ncopy to h\n$change--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n"
git_patch "$swap"
[ "$(grep -c '^rename\|^--- /dev/null\|^+++ /dev/null' "$dir/shown")" = 0 ]

# What is large is cut, and says so.
cd "$dir/cut"
(echo '--- /dev/null'; echo '+++ b/large'; echo '@@ -0,0 +1,20000 @@'
  seq 20000 | sed 's/^/+/') > "$dir/large"
request large true | "$bin/apply_patch" \
  | jq -e '.truncated and (.diff | length <= 51200) and (.diff | startswith("diff --git a/large b/large\nnew file mode 100644\n--- /dev/null\n+++ b/large\n@@ -0,0 +1,"))' > /dev/null
[ ! -e large ]
