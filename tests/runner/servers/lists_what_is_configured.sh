# `agentcli mcp servers` lists the servers of --mcp, of the operator's config and of ./.mcp.json,
# and starts none. An earlier one of a name counts; those of ./.mcp.json need trust; the config of
# the workspace only narrows. doctor has a line for each.
. "$(dirname "$0")/../../shell.sh"
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
export XDG_CACHE_HOME=$dir/cache TOKEN=t0k3n-of-nobody
mkdir -p "$HOME" "$dir/config/agentcli" "$dir/work/.agentcli" "$dir/programs"
cd "$dir/work"
printf '#!/bin/sh\ntouch "%s/started"\n' "$dir" > "$dir/programs/server"
chmod +x "$dir/programs/server"
cat > tools.json << END
{"tools":[],"roles":{"launch":["$bin/exec"]}}
END
run() { # STATUS ARGUMENT…
  local expected=$1 status=0
  shift
  "$bin/agentcli" "$@" --tools tools.json > out 2> err < /dev/null || status=$?
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
says() { grep -qF -- "$1" out err || fail "it does not say: $1"; }
state_of() { # NAME
  grep -o "\"name\":\"$1\"[^}]*" out | grep -o '"state":"[a-z]*"' | sed -n '1s/.*:"//; 1s/"$//p'
}

run 0 mcp servers
[ ! -s out ] && [ ! -s err ] || fail 'nothing is configured'
run 0 mcp servers --json
[ "$(cat out)" = '{"servers":[]}' ] || fail 'no servers as JSON'

cat > "$dir/config/agentcli/config.json" << END
{"profiles":{},"mcpServers":{
  "own":{"command":"$dir/programs/server","args":["\${TOKEN}"],"sandbox":{"network":"off"},
         "icon":"x"},
  "free":{"command":"$dir/programs/server","sandbox":false},
  "off":{"command":"$dir/programs/server","disabled":true},
  "narrowed":{"command":"$dir/programs/server"},
  "web":{"url":"https://example.org/mcp"}}}
END
cat > more.json << END
{"mcpServers":{"own":{"command":"other"}}}
END
cat > .mcp.json << END
{"mcpServers":{"theirs":{"command":"./evil","sandbox":false},"free":{"command":"./evil"}}}
END
echo '{"mcpServers":{"narrowed":{"disabled":true}}}' > .agentcli/config.json

run 0 mcp servers --json
[ "$(state_of own)" = ready ] || fail 'own'
[ "$(state_of off)" = disabled ] || fail 'off'
[ "$(state_of narrowed)" = disabled ] || fail 'narrowed'
[ "$(state_of web)" = ready ] || fail 'web'
[ "$(state_of theirs)" = untrusted ] || fail 'theirs'
[ "$(grep -o '"name":"free"' out | wc -l)" = 2 ] || fail 'both of a name'
says '"state":"replaced"'
says '"transport":"http"'
says "'icon' (of 'own')"
says "'sandbox' (of 'theirs', only your own config can set it)"
says "./.mcp.json: not trusted, and so not started: theirs; 'agentcli trust .mcp.json' shows them"
! grep -q t0k3n out || fail 'the value of a secret variable'

run 0 mcp servers
says 'own: ready'
says '  sandbox: read-only, network off, sees the home directory and the workspace'
says '  sandbox: none'
says "theirs: not trusted: 'agentcli trust .mcp.json' shows it"
says '  sandbox: read-only, network on, sees neither the home directory nor the workspace'

# A file that is named counts first, and needs no trust.
run 0 mcp servers --json --mcp more.json --mcp .mcp.json
[ "$(state_of theirs | head -1)" = ready ] || fail 'a file that is named'
says '"source":"more.json","state":"ready"'
says '"state":"replaced"'

# Configurations of other clients are read as they are; approvals in them are not taken over.
program=$dir/programs/server
printf '[mcp_servers.toml]\ncommand = "%s"\nenabled = false\nprofile = "x"\n' "$program" \
  > other.toml
printf 'extensions:\n  yaml: {type: stdio, cmd: "%s"}\n  own: {type: builtin}\n' "$program" \
  > other.yaml
cat > other.json << END
{"servers":{"vs":{"command":"$dir/programs/server","autoApprove":["*"],},},} // a comment
END
run 0 mcp servers --json --mcp other.toml --mcp other.yaml --mcp other.json
[ "$(state_of toml)" = disabled ] || fail 'TOML'
[ "$(state_of yaml)" = ready ] || fail 'YAML'
[ "$(state_of vs)" = ready ] || fail 'JSON with comments'
says "'other.toml': ignored in mcp_servers: 'profile' (of 'toml')"
says "'other.yaml': parts of the client itself are left out: 'own'"
says "'other.json': approvals of another client are not taken over, of the servers 'vs'"

# What is wrong is named; a workspace's file keeps nobody from working.
echo '{"mcpServers":{"own":{"command":"x","args":["${NO_SUCH}"]}}}' > more.json
run 1 mcp servers --mcp more.json
says "'more.json': the server 'own': 'args': the variable 'NO_SUCH' is not set"
echo '{"mcpServers":[]}' > more.json
run 2 mcp servers --mcp more.json
says "'more.json': it is not"
run 2 mcp servers --mcp missing.json
echo nonsense > .mcp.json
run 0 mcp servers
says 'so none of its servers is used'
ln -sf /etc/passwd .mcp.json
run 0 mcp servers
says 'so none of its servers is used'
rm .mcp.json
echo '{"mcpServers":{"own":{"command":"sh"}}}' > .agentcli/config.json
run 2 mcp servers
says 'can only narrow'
rm .agentcli/config.json

# Without a launcher a server needs "sandbox": false.
echo '{"tools":[]}' > tools.json
run 1 mcp servers
says 'the manifest names no launcher'
says 'free: ready'

cat > tools.json << END
{"tools":[],"roles":{"launch":["$bin/exec"]}}
END
"$bin/agentcli" doctor --tools tools.json > out 2> err < /dev/null || true
grep -q '^good *server own  *ready; sandbox: read-only, network off' out || fail 'doctor: own'
grep -q '^weaker *server free  *ready; sandbox: none' out || fail 'doctor: free'
[ ! -e "$dir/started" ] || fail 'a server was started'

# What a clone names can't steer the terminal on which a note about it is printed.
printf '{"mcpServers":{"x":{"command":"x","\\u001b[2J":1}}}' > .mcp.json
run 0 mcp servers
says 'ignored in mcpServers'
! grep -q "$(printf '\033')" err || fail 'a note has an escape sequence'
printf '{"mcpServers":{"\\u001b[2J":{}}}' > .mcp.json
run 0 mcp servers
says '2J: not trusted'
! grep -q "$(printf '\033')" out err || fail 'a name has an escape sequence'
