# A file of output that an answer names is whole: also on a full disk, after kills in the middle of
# others, and when room is made.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
root=$dir/root
mkdir "$root"
outputs=$root/.agentcli/output
fail() { echo "FAILED: $1: $(cat "$dir/answer" "$dir/error")"; exit 1; }
# run SCRIPT [FLAG …]
run() {
  printf '{"cmd":"sh","args":["-c","%s"]}' "$1" > "$dir/request"
  shift
  "$bin/exec" --root "$root" "$@" < "$dir/request" > "$dir/answer" 2> "$dir/error" \
    || fail "no answer"
}
file() { sed -E 's/.*"'"$1"'File":"([^"]*)".*/\1/' "$dir/answer"; }
count() { find "$outputs" -type f | wc -l; }

# Killed at whatever size the file has: there is no answer, or what it names is whole.
seq 1 2000000 > "$dir/expected"
for size in 1 100000 1000000 4000000 8000000 12000000; do
  echo '{"cmd":"seq","args":["1","2000000"]}' > "$dir/request"
  "$bin/exec" --root "$root" < "$dir/request" > "$dir/answer" 2> "$dir/error" &
  tool=$!
  while kill -0 $tool 2> "$dir/error" \
    && [ -z "$(find "$outputs" -newer "$dir/request" -size +${size}c 2> "$dir/error")" ]; do
      sleep 0.002; done
  kill -KILL $tool 2> "$dir/error" || true
  wait $tool 2> "$dir/error" || true
  [ ! -s "$dir/answer" ] || cmp -s "$dir/expected" "$root/$(file stdout)" || fail "killed at $size"
done
left=$(count)
[ "$left" -gt 1 ] || fail "nothing was left by those that were killed"

# Room is made for the new by the oldest, which nobody has named, and nothing else goes.
touch -d '2001-01-01' "$outputs"/*.stdout
mkdir "$outputs/0000000000000000.stdout.d"
touch -d '2000-01-01' "$outputs/notes" "$outputs/000000000000000g.stdout"
run 'seq 1 2000000; seq 1 200000 >&2' --max-kept-bytes=20000000
cmp -s "$dir/expected" "$root/$(file stdout)" \
  && [ "$(tail -n 1 "$root/$(file stderr)")" = 200000 ] || fail "not whole"
[ "$(find "$outputs" -name '*.std*' -type f -size +0 -printf '%s\n' \
  | awk '{ sum += $1 } END { print sum <= 20000000 }')" = 1 ] || fail "too much is kept"
first=$(file stdout)
run 'seq 1 200000' --max-kept-bytes=0
[ -e "$root/$(file stdout)" ] && [ ! -e "$root/$first" ] \
  || fail "the answer's own is kept, and the last one's goes"
[ "$(count)" = 3 ] && [ -e "$outputs/notes" ] && [ -e "$outputs/000000000000000g.stdout" ] \
  || fail "something else is gone: $(ls "$outputs")"

# What another call is writing stays.
mkfifo "$root/go"
printf '{"cmd":"sh","args":["-c","seq 1 200000; read line < go; echo end"]}' > "$dir/slow"
"$bin/exec" --root "$root" < "$dir/slow" > "$dir/slow.answer" 2> "$dir/error" &
slow=$!
while [ -z "$(find "$outputs" -name '*.stdout' -newer "$dir/slow" -size +1000000c)" ]; do
  sleep 0.01
done
run 'seq 1 200001' --max-kept-bytes=0
echo > "$root/go"
wait $slow
cp "$dir/slow.answer" "$dir/answer"
[ "$(tail -n 1 "$root/$(file stdout)")" = end ] || fail "removed while it was written"

# A full disk is an answer, which says so, names no file, and leaves none.
[ "$(id -u)" = 0 ] || exit 0
export bin dir
unshare --mount bash -euc '
  mkdir "$dir/small"
  mount -t tmpfs -o size=1m none "$dir/small"
  echo "{\"cmd\":\"seq\",\"args\":[\"1\",\"400000\"]}" \
    | "$bin/exec" --root "$dir/small" > "$dir/answer" 2> "$dir/error"
  [ -z "$(find "$dir/small/.agentcli/output" -type f)" ]
' || fail "a full disk"
grep -q '"stdoutFileError":"cannot write .*no space left' "$dir/answer" \
  && ! grep -q '"stdoutFile":' "$dir/answer" &&
  grep -q '"stdoutBytes":2688895' "$dir/answer" || fail "a full disk"
