# The programs, stripped, are under 20 MB together.
set -eu
bin=$1
! grep -q 'SANITIZE:BOOL=ON' "$bin/../CMakeCache.txt" || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for program in "$bin"/agentcli $(sed -n 's/^.*"command":\["build\/release\/bin\/\([^"]*\)".*$/\1/p' "$(dirname "$0")/../../tools.json"); do
  strip -o "$dir/$(basename "$program")" "$bin/$(basename "$program")"
done
ls -l "$dir"
total=$(cat "$dir"/* | wc -c)
echo "$total bytes in $(ls "$dir" | wc -l) programs"
[ "$(ls "$dir" | wc -l)" -ge 7 ] && [ "$total" -lt 20000000 ]
