# Each script of the tests begins with tests/shell.sh, and copies nothing of it.
. "$(dirname "$0")/../shell.sh"
cd "$source"

find tests -name '*.sh' ! -path tests/shell.sh ! -path 'tests/fuzz/corpus/*' | sort > "$dir/scripts"
[ "$(wc -l < "$dir/scripts")" -gt 100 ] || fail 'there are no scripts'
sourced='^\. "$(dirname "$0")/\(\.\./\)*shell\.sh"$'
copied='^(set -eu|bin=\$1|dir=\$\(mktemp|fail\(\) \{ echo "FAILED: \$1"; exit 1; \}$)'
{
  xargs grep -L "$sourced" < "$dir/scripts" | sed 's/$/ does not begin with shell.sh/'
  xargs grep -nHE "$copied" < "$dir/scripts" | sed 's/$/: shell.sh has it/' || true
} > "$dir/out"
[ ! -s "$dir/out" ] || { cd "$dir"; fail 'use shell.sh'; }
