# Two names of one file (hard links) become one where that is asked for, and no byte is lost; where
# the file system takes two spellings for one name, moving one to the other changes the spelling.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/w"
cd "$dir/w"
move() { echo "{\"from\":\"$1\",\"to\":\"$2\"${3:+,\"overwrite\":$3}}" \
  | "$bin/fs_move" > ../out 2>&1; }
fail() { echo "FAILED: $1: $(cat "$dir/out")"; exit 1; }
echo precious > one
ln one two
! move one two || fail "replaced without overwrite"
grep -q ALREADY_EXISTS ../out && [ "$(cat one two | sort -u)" = precious ] || fail "ALREADY_EXISTS"
move one two true || fail "overwrite"
[ "$(cat two)" = precious ] && [ ! -e one ] && [ "$(ls -A)" = two ] || fail "one name is left"

[ "$(id -u)" = 0 ] || exit 0
unshare --mount bash -eu -c '
  cd /; mkdir "$1/folded"
  mount -t tmpfs -o casefold=utf8-12.1.0 none "$1/folded" 2> /dev/null || exit 0
  cd "$1/folded"; mkdir d; chattr +F d; cd d
  echo precious > readme; ln readme other
  echo "{\"from\":\"readme\",\"to\":\"README\"}" | "$2/fs_move" | grep -q "\"moved\":true" ||
    { echo "FAILED: another case"; exit 1; }
  [ "$(ls -A | tr "\n" " ")" = "README other " ] && [ "$(cat README)" = precious ] ||
    { echo "FAILED: $(ls -A)"; exit 1; }
  mkdir sub; echo x > sub/file
  echo "{\"from\":\"sub\",\"to\":\"Sub\"}" | "$2/fs_move" > /dev/null ||
    { echo "FAILED: a directory in another case"; exit 1; }
  [ "$(ls -d *ub)" = Sub ] && [ "$(cat Sub/file)" = x ] || { echo "FAILED: $(ls -A)"; exit 1; }
' - "$dir" "$bin"
