# `cmake --install` puts the programs under bin, the manifest and the docs under share; agentcli
# finds the installed manifest, and that the installed tools.
. "$(dirname "$0")/../shell.sh"
cmake --install "$bin/.." --prefix "$dir/prefix" > "$dir/log" || { cat "$dir/log"; exit 1; }
cd "$dir/prefix"
[ "$(ls bin | wc -l)" -ge 7 ] || { echo "FAILED: programs are missing: $(ls bin)"; exit 1; }
for file in share/agentcli/tools.json share/agentcli/tools.core.json \
  share/agentcli/tools.readonly.json share/agentcli/tools.paths.json \
  share/agentcli/tools.unrestricted.json share/doc/agentcli/README.md share/doc/agentcli/LICENSE \
  share/doc/agentcli/docs/contract.md share/doc/agentcli/examples/ci.md \
  share/systemd/user/agentcli-serve.socket share/systemd/user/agentcli-serve.service; do
  [ -f "$file" ] || { echo "FAILED: $file is missing"; exit 1; }
done
bash "$source/tests/rules/links_lead_somewhere.sh" "$bin" "$dir/prefix/share/doc/agentcli" \
  || fail 'links of installed pages'
mkdir "$dir/workspace"
cd "$dir/workspace"
cat > talk.ndjson <<'END'
{"asked":[{"role":"user","content":"what time is it?"}],"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"get_time","arguments":"{}"}}]}}
{"asked":[{"role":"tool","tool_call_id":"a","content":"{}"}],"message":{"role":"assistant","content":"it is late"}}
END
answer=$("$dir/prefix/bin/agentcli" --replay talk.ndjson --system '' --prompt 'what time is it?')
[ "$answer" = 'it is late' ] || { echo "FAILED: $answer"; exit 1; }

# As a new user, in a directory without a manifest: help and pages of each tool, and nothing on
# stderr.
PATH=$dir/prefix/bin:$PATH
rm -rf .agentcli talk.ndjson
for tool in $(cd "$dir/prefix/bin" && ls | grep -v '^agentcli$'); do
  [ -f "$dir/prefix/share/man/man1/$tool.1" ] || fail "$tool has no page"
  # One that no manifest offers is no command's business.
  grep -q "\"name\":\"$tool\"" "$dir/prefix/share/agentcli/tools.json" || continue
  agentcli help "$tool" > "$dir/help" 2> "$dir/err" || fail "agentcli help $tool: $(cat "$dir/err")"
  [ "$("$dir/prefix/bin/$tool" --help)" = "$(cat "$dir/help")" ] && [ ! -s "$dir/err" ] \
    || fail "agentcli help $tool: $(cat "$dir/help" "$dir/err")"
done
if command -v man > /dev/null; then
  for prefix in "$dir/prefix" "$(cd "$bin/.." && pwd)"; do
    for page in agentcli fs_read_file; do
      found=$(unset MANPATH; PATH=$prefix/bin:$PATH man -w "$page") \
        || fail "man does not find $page of $prefix"
      [ "$(realpath "$found")" = "$(realpath "$prefix/share/man/man1/$page.1")" ] \
        || fail "man $page is $found"
    done
  done
fi

# Without any manifest, one line says so.
rm -r "$dir/prefix/share/agentcli"
echo '{"asked":[{"role":"user","content":"hello"}],"message":{"content":"good day"}}' \
  > "$dir/talk.ndjson"
answer=$(agentcli --replay "$dir/talk.ndjson" --system '' --prompt hello 2> "$dir/err" < /dev/null)
[ "$answer" = 'good day' ] \
  && [ "$(cat "$dir/err")" = \
  'agentcli: there is no manifest, so there are no tools; --tools FILE names one' ] ||
  fail "without a manifest: $answer, $(cat "$dir/err")"
