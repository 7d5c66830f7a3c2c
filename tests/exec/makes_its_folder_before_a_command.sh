# In a workspace without .agentcli it is made before a command runs, at every level: with namespaces
# a command can neither write into it nor exchange it. Read-only makes nothing. As root and as an
# ordinary user, also where root runs commands as the owner.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
chmod 755 "$dir"
cp "$bin/exec" "$bin/without_namespaces" "$dir"

script='stat -c %a:%F .agentcli; mkdir .agentcli/journal && echo planted; mv .agentcli aside && mkdir .agentcli && echo exchanged; true'
# check USER OWNER COMMAND…: a fresh workspace of that owner.
check() {
  local user=$1 owner=$2
  shift 2
  rm -rf "$dir/workspace"
  mkdir "$dir/workspace"
  [ "$(id -u)" != 0 ] || chown "$owner" "$dir/workspace"
  printf '{"cmd":"sh","args":["-c","%s"]}' "$script" | (cd "$dir/workspace" && umask 0 \
    && $user "$@") > "$dir/out" 2> "$dir/err" || fail "$*: $(cat "$dir/err")"
}

echo '{"cmd":"true"}' | "$dir/exec" --root "$dir" --require=namespaces > /dev/null 2>&1 \
  && levels="namespaces landlock" || levels=landlock
users=("env 0")
[ "$(id -u)" != 0 ] || users+=("setpriv --reuid=4001 --regid=4001 --clear-groups 4001")
for each in "${users[@]}"; do
  user=${each% *} owner=${each##* }
  for level in $levels; do
    tool=("$dir/exec")
    planted=
    [ $level = namespaces ] || { tool=("$dir/without_namespaces" clone "$dir/exec") \
      && planted='planted\nexchanged\n'; }
    check "$user" "$owner" "${tool[@]}"
    grep -qF '"stdout":"700:directory\n'"$planted"'"' "$dir/out" \
      || fail "$user, $level: $(cat "$dir/out")"
    check "$user" "$owner" "${tool[@]}" --policy=read-only
    [ -z "$(ls -A "$dir/workspace")" ] || fail "$user, $level, read-only: $(ls -A "$dir/workspace")"
  done
  check "$user" "$owner" "$dir/exec" --policy=unrestricted
  grep -qF '"stdout":"700:directory\nplanted\nexchanged\n"' "$dir/out" \
    || fail "$user, unrestricted: $(cat "$dir/out")"
done
if [ "$(id -u)" = 0 ]; then
  for level in $levels; do
    tool=("$dir/exec")
    [ $level = namespaces ] || tool=("$dir/without_namespaces" clone "$dir/exec")
    check env 4001 "${tool[@]}" --user=owner
    grep -qF '"stdout":"700:directory\n' "$dir/out" || fail "the owner, $level: $(cat "$dir/out")"
    grep -q planted "$dir/out" \
      && fail "the owner, $level, wrote into what is root's: $(cat "$dir/out")"
    [ $level = landlock ] || [ "$(stat -c %u "$dir/workspace/.agentcli")" = 0 ] \
      || fail "it is not whose audit it has"
  done
fi

# While a command runs no tool can remove the directory that protects: its lock is held
# (toolkit/change/journal.hpp).
rm -rf "$dir/workspace"; mkdir "$dir/workspace"; cd "$dir/workspace"
echo \
  '{"cmd":"sh","args":["-c","touch started; until [ -e go ]; do sleep 0.02; done"],"timeoutSec":10}' | "$dir/exec" > "$dir/out" &
for _ in $(seq 400); do [ ! -e started ] || break; sleep 0.02; done
! flock --nonblock .agentcli true || fail 'the lock of .agentcli is free while a command runs'
touch go
wait $!
flock --nonblock .agentcli true || fail 'the lock of .agentcli is held after the call'
