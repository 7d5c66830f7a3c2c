# A command may be longer than the kernel lets an argument be, and still reads its own stdin; what
# has to be an argument may not.
. "$(dirname "$0")/../shell.sh"
needs jq
cd "$dir"
mkdir work
for level in namespaces landlock unrestricted; do
  tool=("$bin/exec" --root work)
  [ $level != landlock ] || tool=("$bin/without_namespaces" clone "${tool[@]}")
  [ $level != unrestricted ] || tool+=(--policy unrestricted)
  {
    echo 'read first; echo "$0 got $first"'
    echo "cat > data << 'END'"
    head -c 300000 /dev/zero | tr '\0' 'x' | fold -w 99
    printf '\nEND\nwc -c < data; ls /proc/self/fd | wc -w; exit 7'
  } > script
  jq -cRs '{command: ., stdin: "hello\n"}' script > request
  "${tool[@]}" < request > out 2> err || fail "$level"
  jq -e '.exitCode == 7 and .stdout == "sh got hello\n303031\n4\n"' out > check 2>&1 ||
    fail "$level"
done
head -c 140000 /dev/zero | tr '\0' 'x' | jq -cR '{cmd: "true", args: ["a", .]}' > request
! "$bin/exec" --root work < request > out 2> err || fail 'a long argument'
grep -q "argument 2 of 'true' has 140000 bytes" err || fail 'the error of a long argument'
