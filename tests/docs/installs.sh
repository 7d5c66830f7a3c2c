# `cmake --install` puts the programs under bin, the manifest and the docs under share; agentcli finds the installed manifest, and that the installed tools.
set -eu
bin=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cmake --install "$bin/.." --prefix "$dir/prefix" > "$dir/log" || { cat "$dir/log"; exit 1; }
cd "$dir/prefix"
[ "$(ls bin | wc -l)" -ge 7 ] || { echo "FAILED: programs are missing: $(ls bin)"; exit 1; }
for file in share/agentcli/tools.json share/agentcli/tools.readonly.json share/agentcli/tools.unrestricted.json share/doc/agentcli/README.md share/doc/agentcli/LICENSE share/doc/agentcli/contract.md; do
  [ -f "$file" ] || { echo "FAILED: $file is missing"; exit 1; }
done
mkdir "$dir/workspace"
cd "$dir/workspace"
cat > talk.ndjson <<'END'
{"asked":[{"role":"user","content":"what time is it?"}],"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"get_time","arguments":"{}"}}]}}
{"asked":[{"role":"tool","tool_call_id":"a","content":"{}"}],"message":{"role":"assistant","content":"it is late"}}
END
answer=$("$dir/prefix/bin/agentcli" -replay talk.ndjson -system '' -prompt 'what time is it?')
[ "$answer" = 'it is late' ] || { echo "FAILED: $answer"; exit 1; }
