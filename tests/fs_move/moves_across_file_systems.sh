# To another file system of the workspace an entry goes as it is: content, mode, owner, times (but
# of links, which is said), attributes, links, a tree of them; nothing is replaced that should not
# be, and without room both ends stay as they were.
. "$(dirname "$0")/../shell.sh"
needs_root mounting
with_own_mounts
at_end 'umount "$dir/other"'
cd "$dir"
mkdir other
mount -t tmpfs -o size=1m none other
move() { echo "{\"from\":\"$1\",\"to\":\"$2\"${3:+,\"overwrite\":$3}}" \
  | "$bin/fs_move" > /dev/shm/out.$$ 2>&1; }
described() { (cd "$1" \
  && find . ! -type l -printf '%p %y %m %U:%G %T@\n' -o -printf '%p %l %U:%G\n' | sort \
  && find . -type f | sort | xargs sha256sum); }
fail() { echo "FAILED: $1: $(cat /dev/shm/out.$$)"; rm -f /dev/shm/out.$$; exit 1; }

mkdir -p tree/a/b
echo one > tree/a/one
head -c 200000 /dev/urandom > tree/a/b/two
ln -s ../a/one tree/link
ln -s /etc/passwd tree/out
chmod 0751 tree/a
chmod 0604 tree/a/one
chown 65534:65533 tree/a/one
touch -d '2001-02-03T04:05:06.123456789Z' tree/a/one
touch -d '2003-02-03T04:05:06Z' tree/a/b tree/a tree
before=$(described tree)
move tree other/moved || fail "a tree"
grep -q '"notKept":\["times of links"\]' /dev/shm/out.$$ || fail "notKept"
[ ! -e tree ] || fail "the source is left"
[ "$(described other/moved)" = "$before" ] || { diff <(echo "$before") <(described other/moved)
  fail "the tree changed"; }
move other/moved tree || fail "and back"
[ "$(described tree)" = "$before" ] && [ ! -e other/moved ] \
  || fail "the tree changed on its way back"

echo new > file; echo old > other/file
! move file other/file || fail "replaced without overwrite"
grep -q ALREADY_EXISTS /dev/shm/out.$$ && [ "$(cat file other/file | tr '\n' ' ')" = "new old " ] \
  || fail "ALREADY_EXISTS"
chmod 4755 file
move file other/file true || fail "overwrite"
[ "$(cat other/file)" = new ] && [ ! -e file ] && [ "$(stat -c %a other/file)" = 755 ] \
  || fail "overwritten"

ln -s nowhere link
move link other/link || fail "a link"
[ "$(readlink other/link)" = nowhere ] && [ ! -L link ] || fail "the link"

mkdir large; head -c 2000000 /dev/zero > large/file
! move large other/large || fail "moved without room"
grep -q NO_SPACE /dev/shm/out.$$ || fail "NO_SPACE"
[ "$(stat -c %s large/file)" = 2000000 ] && [ ! -e other/large ] || fail "changed without room"

truncate -s 1T other/holes; printf x >> other/holes
move other/holes holes || fail "a file of holes"
[ "$(stat -c %s holes)" = 1099511627777 ] && [ ! -e other/holes ] || fail "moved with its holes"
rm holes
mkdir counted; head -c 5000 /dev/zero > counted/a; head -c 5000 /dev/zero > counted/b
! echo '{"from":"counted","to":"other/counted"}' | "$bin/fs_move" --max-copy-bytes=9999 \
  > /dev/shm/out.$$ 2>&1 || fail "moved more than it may copy"
grep -q 'TOO_LARGE.*max-copy-bytes' /dev/shm/out.$$ && [ ! -e other/counted ] && [ -s counted/a ] \
  || fail "TOO_LARGE"

mkdir linked; echo one > linked/file; ln linked/file linked/other
move linked other/linked || fail "two names of one file"
grep -q '"notKept":\["hard links"\]' /dev/shm/out.$$ \
  || fail "hard links are not kept, which is not said"

mkdir special; mkfifo special/pipe
! move special other/special || fail "moved a pipe"
grep -q UNSUPPORTED /dev/shm/out.$$ && [ -p special/pipe ] && [ ! -e other/special ] \
  || fail "UNSUPPORTED"

! move other elsewhere || fail "moved a mount"
grep -q PERMISSION_DENIED /dev/shm/out.$$ || fail "PERMISSION_DENIED"
mkdir -p holds/a; mount --move other holds/a
! move holds elsewhere || fail "moved what holds a mount"
mount --move holds/a other
[ -z "$(find . -name '.agentcli-tmp-*')" ] || fail "something temporary was left"
rm -f /dev/shm/out.$$
