# Each test that a page names as the proof of a promise is there, and each pattern of
# tests/nightly.txt matches a test; tests/agent/*… are tests of users.
. "$(dirname "$0")/../shell.sh"
cd "$source"
count=0
named() {
  cat README.md $(find docs -name '*.md') | grep -o '`tests/[^` <]*`' | tr -d '`' |
    grep -v '^tests/agent/\*' | sort -u
}
for path in $(named); do
  [ -e "$path" ] || { echo "FAILED: $path is named, and is not there"; exit 1; }
  count=$((count + 1))
done
while read -r pattern _; do
  pattern=${pattern#responses/} # the conversations of runner/ by another API
  [ -n "$(find tests -path "tests/${pattern%.sh}*.sh" -o -path "tests/$pattern*.cpp")" ] ||
    { echo "FAILED: tests/nightly.txt: no test matches $pattern"; exit 1; }
done < <(grep -v '^#' tests/nightly.txt)
echo "$count are there"
[ "$count" -gt 10 ]
