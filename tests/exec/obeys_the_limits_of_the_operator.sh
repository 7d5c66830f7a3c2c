# --memory, --cpu-seconds, --processes, --file-size and --user=owner hold at both levels.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
chmod 755 "$dir"
mkdir "$dir/workspace"
cp "$bin/exec" "$bin/without_namespaces" "$dir"
user=env
if [ "$(id -u)" = 0 ]; then
  chown 4001:4002 "$dir/workspace"
  user="setpriv --reuid=4001 --regid=4002 --clear-groups"
fi

# expect SENTENCE PATTERN SCRIPT [FLAG …]: the answer, or the error, matches.
expect() {
  local sentence=$1 pattern=$2
  printf '{"cmd":"sh","args":["-c","%s"]}' "$3" > "$dir/request"
  shift 3
  (cd "$dir/workspace" && $as "${tool[@]}" "$@" < "$dir/request" > "$dir/answer" 2>&1) || true
  case $(cat "$dir/answer") in
  $pattern) ;;
  *) fail "${tool[*]} $*: $sentence: $(cat "$dir/answer")" ;;
  esac
}

for level in namespaces landlock; do
  tool=("$dir/exec")
  [ $level = landlock ] && tool=("$dir/without_namespaces" clone "$dir/exec")
  as=$user
  expect "memory is limited" '*"stdout":"refused\\n"*' \
    'head -c 100000000 /dev/zero | tail > /dev/null 2>&1 || echo refused' --memory=50000000
  expect "not without the flag" '*"stdout":""*' \
    'head -c 100000000 /dev/zero | tail > /dev/null 2>&1 || echo refused'
  expect "processor time is limited" '*"signal":"SIGXCPU"*' 'while :; do :; done' --cpu-seconds=1
  expect "files are limited" '*"stdout":"1000\\n"*' \
    'sh -c \"head -c 5000 /dev/zero > file\" 2> /dev/null; wc -c < file; rm file' --file-size=1000
  if [ $level = namespaces ]; then
    for flag in --max-tmp-bytes=1000000 --memory=90000000; do
      for place in /tmp /dev/shm; do
        expect "files in memory are limited" '*"stdout":"1000\\nrefused\\n"*' \
          "head -c 1000 /dev/zero > $place/file; wc -c < $place/file; head -c 91000000 /dev/zero 2> /dev/null > $place/file || echo refused" $flag
      done
    done
    expect "also without a flag" '*"stdout":"524288\\n524288\\n"*' \
      'for d in /tmp /dev/shm; do echo $(($(stat -f -c %b*%S/4096 $d))); done'
  fi
  expect "processes are limited" '*"stdout":""*' '(true; true) 2> /dev/null && echo ran' \
    --processes=1
  if [ "$(id -u)" = 0 ]; then
    as=env
    expect "processes of root are not counted" '*"code":"SANDBOX_UNAVAILABLE"*' 'true' \
      --processes=10
    for policy in workspace-write unrestricted; do
      expect "root becomes the owner" '*"stdout":"4001 4002 4002\\nmade\\n"*' \
        'echo $(id -u) $(id -g) $(id -G); echo x > \"$TMPDIR/made\" && echo x > made && ls made' \
        --user=owner --policy=$policy --tmp="$dir/workspace"
      [ "$(stat -c %u "$dir/workspace/made")" = 4001 ] || fail "the file is root's"
      rm "$dir/workspace/made"
    done
    expect "its temporary directory too" '*"stdout":"ok\\n"*' 'echo x > $TMPDIR/made && echo ok' \
      --user=owner
    expect "without any capability" \
      '*"stdout":"CapPrm:\\t0000000000000000\\nCapEff:\\t0000000000000000\\nCapBnd:\\t0000000000000000\\n"*' \
      'grep -E \"Cap(Prm|Eff|Bnd)\" /proc/self/status' --user=owner
    expect "and dies with the tool's patience" '*"timedOut":true*' \
      'setsid sleep 1000 & sleep 1000' --user=owner --max-timeout-sec=1
    as="setpriv --reuid=4003 --regid=4003 --clear-groups"
    expect "only root becomes another" '*"code":"SANDBOX_UNAVAILABLE"*' 'true' --user=owner
  fi
done
