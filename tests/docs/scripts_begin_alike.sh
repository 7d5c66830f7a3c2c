# Each script of the tests begins with tests/shell.sh, and copies nothing of it.
. "$(dirname "$0")/../shell.sh"
cd "$source"

find tests -name '*.sh' ! -path tests/shell.sh ! -path 'tests/fuzz/corpus/*' | sort > "$dir/scripts"
[ "$(wc -l < "$dir/scripts")" -gt 100 ] || fail 'there are no scripts'
sourced='^\. "$(dirname "$0")/\(\.\./\)*shell\.sh"$'
copied='^(set -eu|bin=\$1|dir=\$\(mktemp|fail\(\) \{ echo "FAILED: \$1"; exit 1; \}$)'
while read -r script; do
  grep -q "$sourced" "$script" || echo "$script does not begin with shell.sh"
  if grep -nE "$copied" "$script"; then
    echo "$script has what shell.sh has"
  fi
done < "$dir/scripts" > "$dir/out"
[ ! -s "$dir/out" ] || { cd "$dir"; fail 'use shell.sh'; }
