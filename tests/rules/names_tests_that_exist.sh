# Each test that a page names as the proof of a promise is there; tests/agent/*… are tests of users.
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
echo "$count are there"
[ "$count" -gt 10 ]
