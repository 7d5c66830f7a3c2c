# P1 to P8: each message that a program of agentcli sends in the other tests of this directory, and
# in those of servers of others, is valid by the official schema of its version. strace sees them;
# the schemas are not stored here: AGENTCLI_MCP_SCHEMA names the directory `schema` of the
# repository modelcontextprotocol/modelcontextprotocol.
. "$(dirname "$0")/../shell.sh"
[ -n "${AGENTCLI_MCP_SCHEMA:-}" ] || skip 'AGENTCLI_MCP_SCHEMA names no schemas of MCP'
needs strace python3
python3 -c 'import jsonschema' 2> /dev/null || skip 'there is no python3-jsonschema'
calls=execve,clone,clone3,fork,vfork,close
calls+=,read,recvfrom,recvmsg,write,writev,sendto,sendmsg
cd "$source"
for test in tests/mcp/*.sh tests/runner/servers/*.sh; do
  case $test in */messages_are_valid.sh) continue ;; esac
  status=0
  env -u AGENTCLI_NPM strace -f --seccomp-bpf -qq -s 100000000 -e "trace=$calls" -e signal=none \
    -o "$dir/trace" bash "$test" "$bin" > "$dir/out" 2>&1 || status=$?
  [ "$status" != 77 ] || continue
  [ "$status" = 0 ] || echo "$test fails under strace, which is slow"
  python3 -B tests/mcp/messages.py "$AGENTCLI_MCP_SCHEMA" "$bin" < "$dir/trace" > "$dir/out" 2>&1 \
    || { cat "$dir/out" && bad+=" $test"; }
  sed "s|^|$test: |;1q" "$dir/out" | grep messages && seen=yes
done
[ -n "${seen:-}" ] || fail 'strace sees no message'
[ -z "${bad:-}" ] || fail "messages are not valid:$bad"
