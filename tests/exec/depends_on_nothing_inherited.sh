# However the tool was started, a command runs the same: signals that were ignored or blocked, and
# the umask, change nothing but that files get the modes that the umask asks for. At both levels; as
# root also for the owner of a workspace beneath /tmp.
. "$(dirname "$0")/../shell.sh"
env --ignore-signal=CHLD --block-signal=USR1 true 2> /dev/null \
  || { echo "this env(1) sets no signals" && exit 77; }
chmod 755 "$dir"
mkdir "$dir/workspace"

# run REQUEST COMMAND…: leaves $dir/out.
run() {
  local request=$1
  shift
  echo "$request" | timeout 20 "$@" --root "$dir/workspace" > "$dir/out" 2>&1 \
    || fail "$*: $? $(cat "$dir/out")"
}

for level in namespaces landlock; do
  tool=("$bin/exec")
  [ $level = namespaces ] || tool=("$bin/without_namespaces" clone "$bin/exec")

  run '{"cmd":"sh","args":["-c","true & wait; exit 3"],"timeoutSec":5}' env \
    --ignore-signal=CHLD "${tool[@]}"
  grep -q '"exitCode":3' "$dir/out" || fail "$level, SIGCHLD ignored: $(cat "$dir/out")"
  run '{"cmd":"grep","args":["-E","Sig(Blk|Ign):","/proc/self/status"],"timeoutSec":5}' \
    env --ignore-signal=CHLD,HUP,INT,TERM,PIPE,USR2 --block-signal=CHLD,TERM,USR1 "${tool[@]}"
  grep -qF '"stdout":"SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"' "$dir/out" \
    || fail "$level, signals of the command: $(cat "$dir/out")"

  # While it reads its request, SIGTERM ends it, and a SIGINT that is ignored doesn't.
  mkfifo "$dir/never"
  env --ignore-signal=INT,HUP --block-signal=TERM "${tool[@]}" --root "$dir/workspace" \
    <> "$dir/never" > "$dir/out" 2>&1 &
  pid=$!
  for _ in $(seq 100); do grep -q '^exec$' "/proc/$pid/comm" \
    && grep -q '^SigBlk:.*0000$' "/proc/$pid/status" && break || sleep 0.1; done
  kill -INT $pid
  kill -HUP $pid
  sleep 0.1
  kill -0 $pid || fail "$level: a signal that is ignored ended the tool"
  kill -TERM $pid
  status=0
  wait $pid || status=$?
  [ $status = 143 ] || fail "$level: SIGTERM: $status $(cat "$dir/out")"
  rm "$dir/never"

  for mask in 0 077; do
    (umask $mask \
      && run '{"cmd":"sh","args":["-c","umask; touch made && mkdir -p $TMPDIR/x/y && stat -c %a made && rm made"]}' "${tool[@]}")
    case $mask in 0) modes='0000\n666\n' ;; 077) modes='0077\n600\n' ;; esac
    grep -qF '"stdout":"'$modes'"' "$dir/out" || fail "$level, umask $mask: $(cat "$dir/out")"
  done
  if [ "$(id -u)" = 0 ]; then
    cp "$bin/exec" "$bin/without_namespaces" "$dir"
    chown 4001:4001 "$dir/workspace"
    (umask 077 \
      && run '{"cmd":"sh","args":["-c","id -u; umask; pwd; touch $TMPDIR/x made && echo made"]}' \
      "${tool[@]}" --user=owner)
    grep -qF '"stdout":"4001\n0077\n'"$dir"'/workspace\nmade\n"' "$dir/out" \
      || fail "$level, --user=owner with umask 077: $(cat "$dir/out")"
    chown 0:0 "$dir/workspace"
    rm -f "$dir/workspace/made"
  fi
done
