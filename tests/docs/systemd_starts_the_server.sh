# The units of `agentcli serve` are what systemd takes; the command of the service serves a socket
# that systemd has made, ends when nobody asks, and leaves the socket to systemd.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/../runner/server/server.bash"
needs systemd-analyze systemd-socket-activate
mkdir -p units "$HOME/.config/agentcli"
cp "$source"/cmake/systemd/* units
sed -i "s|^ExecStart=agentcli |ExecStart=$bin/agentcli |" units/agentcli-serve.service
export XDG_CONFIG_HOME=$HOME/.config
SYSTEMD_LOG_LEVEL=notice systemd-analyze --user --man=no verify "$PWD"/units/* > out 2>&1 ||
  fail 'systemd does not take the units'
! grep -v 'Runtime directory\|XDG_RUNTIME_DIR' out | grep -q . || fail 'systemd complains'

says 'Order 9 is late.' > "$dir/talk"
command=$(sed -n 's/^ExecStart=//p' units/agentcli-serve.service)
path=$(sed -n 's|^ListenStream=%t/|'"$XDG_RUNTIME_DIR"'/|p' units/agentcli-serve.socket)
[ "$path" = "$socket" ] || fail "the socket is $path"
AGENTCLI_SERVE="--state $state --replay $dir/talk --system="
mkdir -p "${socket%/*}"
chmod 700 "${socket%/*}"
command=${command/--exit-idle 10m/--exit-idle 2s}
# shellcheck disable=SC2086 # words
systemd-socket-activate --setenv HOME --setenv XDG_RUNTIME_DIR --listen "$socket" \
  ${command/\$AGENTCLI_SERVE/$AGENTCLI_SERVE} > "$dir/listening" 2> "$dir/server.err" &
server=$!
for _ in $(seq 500); do [ ! -S "$socket" ] || break; sleep 0.02; done
begin_run '{"prompt":"What is late?"}'
events | tail -1 | jq -e '.run.result.answer == "Order 9 is late."' > /dev/null ||
  fail "the run: $(events)"
status=0
wait "$server" || status=$?
server=
[ "$status" = 0 ] || fail "it ends with $status: $(cat "$dir/server.err")"
[ -S "$socket" ] || fail 'the socket was not its own, and is gone'
