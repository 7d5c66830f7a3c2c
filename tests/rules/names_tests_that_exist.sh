# Each test that a page names as the proof of a promise is there.
. "$(dirname "$0")/../shell.sh"
cd "$source"
count=0
for path in $(cat README.md $(find docs -name '*.md') | grep -o '`tests/[^` <]*`' | tr -d '`' | sort -u); do
  [ -e "$path" ] || { echo "FAILED: $path is named, and is not there"; exit 1; }
  count=$((count + 1))
done
echo "$count are there"
[ "$count" -gt 10 ]
