# `approve` of a step of the kind llm: what its model calls is asked about. It is only stricter than
# the flag and, in a file that is not trusted, than asking about changes.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
. "$(dirname "$0")/recordings.bash"
needs bash
{
  replies a "$system,$(user One)" "$(calls fs_write_file '{\"path\":\"made\",\"content\":\"x\"}')"
  answers a '{"role":"tool","tool_call_id":"c","content":"<any>"}' written
} > write
{
  replies a "$system,$(user One)" "$(calls fs_read_file '{\"path\":\"a.txt\"}')"
  answers a '{"role":"tool","tool_call_id":"c","content":"<any>"}' read
} > read
echo content > a.txt
flow() { # APPROVE [TOP]: w.yaml
  printf '%s\nsteps: [{id: a, llm: {prompt: One, tools: all}%s}]\n' "${2:-}" "${1:+, approve: $1}" \
    > w.yaml
}
run() { # yes|no FLAG…: is the call run? Nobody can be asked
  local wanted=$1 name=made
  shift
  rm -f made
  runs 0 -w "${file:-./w.yaml}" --replay "${recording:-write}" "$@"
  [ -e made ] && is=yes || is=no
  [ $is = $wanted ] || fail "is the call of $(cat w.yaml) run by $*? $is"
}
flow ''
run yes
flow always
run no
run no --approve auto
flow changes
run no
flow never
run yes
run no --approve changes
flow never 'approve: changes' # as that of a workflow that is called
run no
denied() { cat .agentcli/audit/*.log | grep -c '"approval":"no'; }
before=$(denied)
flow changes
runs 0 -w ./w.yaml --replay read
[ "$(denied)" = "$before" ] || fail 'a call that changes nothing was asked about'
flow always
runs 0 -w ./w.yaml --replay read
[ "$(denied)" != "$before" ] || fail 'a call was not asked about'
runs 0 -w ./w.yaml --plan --model m
prints "a  llm  model m  tools exec, fs_read_file, fs_write_file  (asks)
  user: One"
[ "$(cat a.txt)" = content ] || fail 'a plan has run something'

mkdir -p .agentcli/workflows
flow never
mv w.yaml .agentcli/workflows/found.yaml
cp .agentcli/workflows/found.yaml w.yaml
file=found
run no
run yes --approve auto

# Such a file cannot raise a limit of the command line either.
printf 'steps: [{id: a, llm: {prompt: One, tools: all, max_steps: 9}}]\n' \
  > .agentcli/workflows/found.yaml
runs 3 -w found --replay read --max-steps 1
