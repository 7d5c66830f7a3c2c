# What a run has obeyed (its manifest, the files that its commands name, the user's configuration
# and state) is protected from each tool of the suite, also where the manifest does not say so; a
# program that is not of the suite is not asked for that.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
mkdir -p "$dir/work/conf" "$dir/work/scripts" "$dir/home"
export HOME=$dir/home XDG_STATE_HOME=$dir/work/state XDG_CONFIG_HOME=$dir/work/config
cd "$dir/work"
fail() { echo "FAILED: $1"; cat "$dir/out" "$dir/err" "$dir/talk"; exit 1; }
entry() { # TOOL ARGUMENT…: as it describes itself, but for the path
    local tool=$1
    shift
    "$bin/$tool" "$@" --describe | sed "s|\"command\":\[\"[^\"]*\"|\"command\":[\"$bin/$tool\"|"
}
manifest() { local IFS=,; printf '{"tools":[%s]}' "$*"; } # ENTRY…
: > "$dir/out"; : > "$dir/err"; : > "$dir/talk"
# OPTIONS, then TOOL ARGUMENTS…: a run in which the model makes these calls in one message; prints
# the codes of their errors
ask() {
    local options=$1 calls='' answers='' n=0
    shift
    while [ $# -gt 0 ]; do
        n=$((n + 1))
        calls+=$(printf ',{"id":"%s","function":{"name":"%s","arguments":"%s"}}' $n "$1" \
          "${2//\"/\\\"}")
        answers+=$(printf ',{"role":"tool","tool_call_id":"%s","content":"<any>"}' $n)
        shift 2
    done
    printf \
      '{"asked":[{"role":"user","content":"go"}],"message":{"tool_calls":[%s]}}\n{"asked":[%s],"message":{"content":"gone"}}\n' "${calls#,}" "${answers#,}" > "$dir/talk"
    "$bin/agentcli" $options --save-messages "$dir/saved" --replay "$dir/talk" --system '' \
      --prompt go > "$dir/out" 2> "$dir/err" || fail "$options"
    ! grep -qv 'the workspace is .*: the model can read everything in it' "$dir/err" \
        || fail "$options complains: $(cat "$dir/err")"
    { grep -o '\\"code\\":\\"[A-Z_]*' "$dir/saved" | grep -o '[A-Z_]*$' | tr '\n' ' '; } || true
}
try() { # OPTIONS CODE TOOL ARGUMENTS: the answer has CODE, or is a success where it is ''
    local codes
    codes=$(ask "$1" "$3" "$4")
    [ "$codes" = "${2:+$2 }" ] || fail "$* answers $(cat "$dir/saved")"
}
sum_of() { sha256sum "$1" 2> /dev/null || echo none; }
refuses() { # OPTIONS PATH…: none of them can be changed, by any tool that could
    local options=$1 path calls expected='' sums codes
    shift
    calls=()
    for path in "$@"; do
        calls+=(fs_write_file "{\"path\":\"$path\",\"content\":\"x\",\"makeParents\":true}" \
          fs_append_file "{\"path\":\"$path\",\"content\":\"x\"}"
            fs_move "{\"from\":\"mine\",\"to\":\"$path\",\"overwrite\":true}" apply_patch \
              "{\"patch\":\"*** Begin Patch\\\\n*** Add File: $path\\\\n+x\\\\n*** End Patch\"}")
        expected+='PROTECTED PROTECTED PROTECTED PROTECTED '
        [ ! -e "$path" ] || { calls+=(fs_rm "{\"path\":\"$path\"}"); expected+='PROTECTED '; }
    done
    sums=$(for path in "$@"; do sum_of "$path"; done)
    codes=$(ask "$options" "${calls[@]}")
    [ "$codes" = "$expected" ] || fail "$options: $* answer $codes"
    [ "$(for path in "$@"; do sum_of "$path"; done)" = "$sums" ] \
      || fail "$options: one of $* was changed"
}
echo mine > mine
printf '#!/bin/sh\necho "{}"\n' > scripts/run
printf 'echo "{}"\n' > scripts/word.sh
chmod +x scripts/run
all=$(manifest "$(entry fs_write_file)" "$(entry fs_append_file)" "$(entry fs_move)" \
  "$(entry fs_rm)" "$(entry apply_patch)" "$(entry get_time)" \
    '{"name":"run","schema":{},"command":["'"$dir/work/scripts/run"'"]}' \
    '{"name":"word","schema":{},"command":["sh","scripts/word.sh"]}')
echo "$all" > conf/my.json

# The manifest, wherever it lies, and what its commands name; the user's own places. Other files are
# not.
refuses '--tools conf/my.json' conf/my.json scripts/run scripts/word.sh state/agentcli/trust.json \
  config/agentcli/config.json
try '--tools conf/my.json' PROTECTED fs_move '{"from":"conf","to":"elsewhere"}'
try '--tools conf/my.json' '' fs_write_file '{"path":"scripts/other","content":"x"}'

# What says which MCP servers the next run starts.
echo '{"mcpServers":{}}' > .mcp.json
refuses '--tools conf/my.json' .mcp.json
rm .mcp.json

# By a link: the link and what it leads to.
ln -s conf/my.json link.json
refuses '--tools link.json' link.json conf/my.json
ln -s "$dir/work/link.json" "$dir/outside.json"
refuses '--tools '"$dir/outside.json" conf/my.json

# What flags name, and the next run would take for the operator's word.
echo '[]' > begin.json
echo 'Be brief.' > prompt.md
echo '{"mcpServers":{}}' > servers.json
refuses '--tools conf/my.json --load-messages begin.json --ca-file ca.pem --mcp servers.json' \
  begin.json ca.pem servers.json
call='{"id":"a","function":{"name":"fs_append_file","arguments":"{\"path\":\"prompt.md\",\"content\":\"x\"}"}}'
printf \
  '{"asked":[{"role":"system","content":"<any>"},{"role":"user","content":"go"}],"message":{"tool_calls":[%s]}}\n{"asked":[{"role":"tool","tool_call_id":"a","content":"<any>"}],"message":{"content":"gone"}}\n' "$call" > "$dir/talk"
"$bin/agentcli" --tools conf/my.json --system-file prompt.md --replay "$dir/talk" --prompt go \
  > "$dir/out" 2> "$dir/err" || fail 'a system message in a file'
[ "$(cat prompt.md)" = 'Be brief.' ] || fail 'the system message was changed'

# The user's folders have links to a dotfiles repository, the workspace: files and directories, by
# links of it as well.
mkdir -p dots/workflows "$dir/xdg/agentcli/workflows"
echo '{}' > dots/config.json
echo 'steps: [{set: {a: 1}}]' > dots/own.yaml
ln -s config.json dots/by-link.json
ln -s "$dir/work/dots/by-link.json" "$dir/xdg/agentcli/config.json"
ln -s ../../../work/dots/own.yaml "$dir/xdg/agentcli/workflows/own.yaml"
mkdir -p "$dir/xdg/state/agentcli"
ln -s ../../../work/dots/pins "$dir/xdg/state/agentcli/mcp"
(
    export XDG_CONFIG_HOME=$dir/xdg XDG_STATE_HOME=$dir/xdg/state
    refuses '--tools conf/my.json' dots/config.json dots/by-link.json dots/own.yaml dots/pins \
      dots/pins/new
    try '--tools conf/my.json' '' fs_write_file '{"path":"dots/other","content":"x"}'
)

# The flags stand in the audit, and a tool that changes nothing gets none.
try '--tools conf/my.json' '' get_time '{}'
grep -q '"tool":"fs_rm","argv":\[[^]]*"--protect=conf/my.json"' .agentcli/audit/*.log \
  || fail 'the audit does not show the flags'
! grep '"tool":"get_time"' .agentcli/audit/*.log | grep -q protect \
  || fail 'get_time is told what is protected'

# Relative to the tool's own root; nothing that lies outside of it.
mkdir -p sub/inner
manifest "$(entry fs_write_file --root sub)" > sub/inner/tools.json
try '--tools sub/inner/tools.json' PROTECTED fs_write_file \
  '{"path":"inner/tools.json","content":"x"}'
try '--tools sub/inner/tools.json' '' fs_write_file \
  '{"path":"conf/my.json","content":"x","makeParents":true}'
grep '"argv":\[[^]]*"--root"' .agentcli/audit/*.log | grep -q -- '"--protect=inner/tools.json"\]' \
  || fail 'it is told more than its root has'

# ./tools.json, which was looked for and is not there, as well as the installed manifest, in whose
# place this one is.
mkdir -p "$dir/work/prefix/bin" prefix/share/agentcli
ln "$bin/agentcli" prefix/bin/agentcli 2> /dev/null || cp "$bin/agentcli" prefix/bin/agentcli
manifest "$(entry fs_write_file)" "$(entry fs_append_file)" "$(entry fs_move)" "$(entry fs_rm)" \
  "$(entry apply_patch)" > prefix/share/agentcli/tools.json
tools=$bin
bin=prefix/bin
refuses '' tools.json prefix/share/agentcli/tools.json prefix/bin/agentcli
bin=$tools

# Asked are only those that say that they are of the suite and change files: once, before their
# first call, and by --describe.
cat > counts << END
#!/bin/sh
echo "\$*" >> "$dir/counted"
exec "$bin/\$@"
END
printf '#!/bin/sh\necho "$*" >> "%s/deployed"; echo "{}"\n' "$dir" > deploys
chmod +x counts deploys
manifest "$("$bin/fs_append_file" --describe \
  | sed 's|"command":\["[^"]*"|"command":["./counts","fs_append_file"|')" \
    "$("$bin/get_time" --describe \
    | sed 's|"command":\["[^"]*"|"command":["./counts","get_time"|')" \
    '{"name":"deploys","schema":{},"command":["./deploys"],"changesFiles":true}' > counted.json
call() { printf '{"id":"%s","function":{"name":"%s","arguments":"%s"}}' "$@"; }
append='{\"path\":\"file\",\"content\":\"x\"}'
printf '{"asked":[{"role":"user","content":"go"}],"message":{"tool_calls":[%s,%s,%s,%s]}}\n' \
  "$(call a get_time '{}')" "$(call b fs_append_file "$append")" \
  "$(call c fs_append_file "$append")" "$(call d deploys '{}')" > "$dir/talk"
answered='{"role":"tool","tool_call_id":"%s","content":"{}"}'
printf '{"asked":['"$answered,$answered,$answered,$answered"'],"message":{"content":"gone"}}\n' a \
  b c d >> "$dir/talk"
"$bin/agentcli" --tools counted.json --replay "$dir/talk" --system '' --prompt go > "$dir/out" \
  2> "$dir/err" || fail 'the calls fail'
flags='--protect=counted.json --protect=counts --protect=deploys --protect=state/agentcli --protect=config/agentcli'
printf '%s\n' get_time "fs_append_file $flags --describe" "fs_append_file $flags" \
  "fs_append_file $flags" | diff - "$dir/counted" > "$dir/out" || fail 'it is asked something else'
[ "$(cat "$dir/deployed")" = '' ] && [ "$(wc -l < "$dir/deployed")" = 1 ] \
  || fail 'a program that is not of the suite is asked'

# HOME lies in the workspace, and the folders are not there yet: they are made before the first
# call, so that no command can make them with a trust.json of its own.
mkdir "$dir/home/work"
cd "$dir/home/work"
export HOME=$PWD
unset XDG_STATE_HOME XDG_CONFIG_HOME
manifest "$(entry exec)" > m.json
ask '--tools m.json' exec \
  '{"cmd":"sh","args":["-c","mkdir -p .local/state/agentcli && echo x > .local/state/agentcli/trust.json; echo x > .config/agentcli/config.json; true"]}' > /dev/null
[ -d .local/state/agentcli ] && [ -d .config/agentcli ] || fail 'the folders are not made'
grep -q '"level\\":\\"landlock' "$dir/saved" || [ -z "$(find .local .config -type f)" ] \
  || fail "a command has made $(find .local .config -type f)"

# The same if links lead into the workspace: to the directory above the folder, or to where it would
# be.
mkdir "$dir/home/linked" "$dir/home/places" "$dir/home/linked/config"
cd "$dir/home/linked"
manifest "$(entry exec)" > m.json
ln -s ../linked/config ../places/config
mkdir ../places/state
ln -s ../../linked/made/state ../places/state/agentcli
export XDG_CONFIG_HOME=$dir/home/places/config XDG_STATE_HOME=$dir/home/places/state
ask '--tools m.json' exec \
  '{"cmd":"sh","args":["-c","mkdir -p config/agentcli made/state; echo x > config/agentcli/config.json; echo x > made/state/trust.json; true"]}' > /dev/null
[ -d config/agentcli ] && [ -d made/state ] || fail 'the folders are not made where links lead'
grep -q '"level\\":\\"landlock' "$dir/saved" || [ -z "$(find config made -name '*.json')" ] \
  || fail "a command has made $(find config made -name '*.json')"
