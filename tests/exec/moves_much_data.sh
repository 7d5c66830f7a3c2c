# Streams far larger than a pipe: both ways at once, into the file, and through a memory that stays
# small.
. "$(dirname "$0")/../shell.sh"
set +e
exec_tool=$1/exec
mkdir "$dir/workspace"
failures=0
check() {
    if [ "$2" != "$3" ]; then
        echo "$1: expected $3, got $2" && failures=$((failures + 1))
    fi
}
field() { sed -E "s/.*\"$1\":\"?([^\",}]*).*/\1/" "$dir/answer"; }

line='a line of sixty-three bytes, so that with its end it is a power'
text=$(yes "$line" | head -n 32768 | sed 's/$/\\n/' | tr -d '\n')
printf '{"cmd":"cat","stdin":"%s"}' "$text" | "$exec_tool" --root "$dir/workspace" >"$dir/answer"
check "2 MB in and out" "$(field stdoutBytes)" 2097152
check "the whole in the file" "$(wc -c <"$dir/workspace/$(field stdoutFile)")" 2097152
check "only its owner reads it" "$(stat \
  -c %a "$dir/workspace/.agentcli" "$dir/workspace/$(field stdoutFile)" | xargs)" "700 600"

printf '{"cmd":"sh","args":["-c","cat >&2; cat /dev/zero | head -c 3000000"],"stdin":"%s"}' \
  "$text" |
    "$exec_tool" --root "$dir/workspace" >"$dir/answer"
check "2 MB to stderr" "$(field stderrBytes)" 2097152
check "3 MB to stdout" "$(field stdoutBytes)" 3000000

# The address space of the tool is limited, and of the command with it, unless a sanitizer needs all
# of it.
bytes=2000000000
if is_sanitized; then bytes=100000000; fi
(
    (ulimit -v 65536 && "$exec_tool" --version >"$dir/version" 2>&1) && ulimit -v 65536
    printf '{"cmd":"head","args":["-c","%s","/dev/zero"],"timeoutSec":300}' "$bytes" |
        "$exec_tool" --root "$dir/workspace" --max-spill-bytes=1000000 >"$dir/answer"
)
check "2 GB in 64 MB of memory" "$(field stdoutBytes)" "$bytes"
check "of which a part is kept" "$(field stdoutFileTruncated)" true
check "as much as was asked for" "$(wc -c <"$dir/workspace/$(field stdoutFile)")" 1000000

echo "$failures failures"
[ $failures = 0 ]
