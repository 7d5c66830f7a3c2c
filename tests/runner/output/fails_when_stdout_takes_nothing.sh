# If stdout is closed or its disk is full, each command and tool says so and exits with 1.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
cat > talk.ndjson << 'END'
{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","content":"a text"}}
END
echo 'hello there' > hello.txt
mkdir home
export HOME="$dir/home"
echo "{\"tools\": [$("$bin/fs_stat" --describe)]}" > tools.json
"$bin/agentcli" --replay talk.ndjson --system '' -s a --prompt hello > /dev/null
cat > flow.yaml << 'END'
steps:
  - id: only
    run: echo done
result: "{{ steps.only.output }}"
END
fails() { # COMMAND…, with the request on stdin
  local how status
  cat > request
  for how in closed full; do
    status=0
    if [ $how = closed ]; then
      "$@" < request >&- 2> err || status=$?
    else
      "$@" < request > /dev/full 2> err || status=$?
    fi
    [ $status = 1 ] || fail "'$*' exits with $status where stdout is $how"
    case $how$(cat err) in
    closed*'ad file descriptor'* | full*'o space left'*) ;;
    *) fail "'$*' does not say that stdout is $how" ;;
    esac
  done
}

while read -r command; do
  # shellcheck disable=SC2086
  fails "$bin/agentcli" $command < /dev/null
done << 'END'
--version
--help
help run
config
config --json
capabilities --json --tools none
doctor
doctor --json
session list
session show a
audit show
audit show --json
audit verify
runs list --json
workflow list --json
workflow check ./flow.yaml --json
workflow schema
workflow run ./flow.yaml
workflow run ./flow.yaml --events
mcp config --tools tools.json -C .
mcp servers --json
generate bash
generate reference
generate man
--replay talk.ndjson --system= --prompt hello
--replay talk.ndjson --system= --prompt hello --stream
--replay talk.ndjson --system= --prompt hello --json
--replay talk.ndjson --system= --prompt hello --events
--replay talk.ndjson --system= --prompt hello --dry-run
END
initialize='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",
"capabilities":{},"clientInfo":{"name":"c","version":"1"}}}'
initialize=${initialize/$'\n'/}
of_editor='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}'
fails "$bin/agentcli" redact <<< hello
fails "$bin/agentcli" mcp --tools tools.json -C . <<< "$initialize"
fails "$bin/agentcli" acp <<< "$of_editor"
fails "$bin/agentcli" host <<< '{"type":"start"}'

while read -r tool request; do
  for flag in --describe --help --version; do fails "$bin/$tool" $flag < /dev/null; done
  fails "$bin/$tool" <<< "$request"
  fails "$bin/$tool" --mcp <<< "$initialize"
done << 'END'
exec {"command":"true"}
fs_append_file {"path":"new.txt","content":"a"}
fs_listdir {}
fs_mkdirp {"path":"d"}
fs_read_file {"path":"hello.txt"}
fs_read_lines {"path":"hello.txt"}
fs_rm {"path":"d","force":true}
fs_search {"query":"hello"}
fs_stat {"path":"hello.txt"}
fs_write_file {"path":"new.txt","content":"a"}
END
