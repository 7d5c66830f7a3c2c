# A command in the background has the sandbox of the flags. What it leaves for git and for programs
# of the user is in the answer that tells its end, or in the line that the audit has of the end of
# the run.
. "$(dirname "$0")/../../shell.sh"
place=/var/tmp # commands have a /tmp of their own
. "$(dirname "$0")/runs.bash"
outside=$(mktemp -d /var/tmp/outside.XXXXXX)
at_end "rm -rf '$outside'"
attempts="exec 2>/dev/null; echo x > $outside/file && echo wrote outside
echo x > .agentcli/file && echo wrote own; echo x > here && echo wrote here
ls -d /proc/self/fd/3 && echo has descriptor 3
ln -s /etc .git/link; echo all: > Makefile; echo tried"
attempts=${attempts//$'\n'/; }
for policy in workspace-write read-only; do
  rm -rf "$work"
  mkdir -p "$work/.git"
  echo 'ref: refs/heads/main' > "$work/.git/HEAD"
  manifest $policy
  ask '{"command":"'"$attempts"'","background":"told","wait":true}' \
    '{"command":"'"$attempts"'; sleep 1000","background":"untold","waitFor":"tried"}'
  has 1 '"state":"ended"' '"level":"'
  has 2 '"found":true'
  [ ! -e "$outside/file" ] || fail "$policy: it wrote outside"
  ! grep -q 'has descriptor 3' "$dir/answers" || fail "$policy: it has the socket"
  if [ $policy = read-only ]; then
    has 1 '"output":"tried'
    [ ! -e "$work/here" ] || fail "it wrote under read-only"
    continue
  fi
  has 1 'wrote here' '"runsLater":["Makefile"]'
  tail -n 2 "$dir/trail" | head -n 1 > "$dir/last"
  says() { grep -qF "$1" "$dir/last" || fail "the end of the run lacks $1: $(cat "$dir/last")"; }
  says '"background":{"name":"untold","state":"stopped"}'
  says '"runsLater":["Makefile"]'
  grep -q '"level":"namespaces"' "$dir/last" || continue
  has 1 '"gitRemoved":[".git/link"]'
  says '"gitRemoved":[".git/link"]'
  [ ! -e "$work/.agentcli/file" ] && [ ! -L "$work/.git/link" ] || fail "it wrote what is protected"
done
