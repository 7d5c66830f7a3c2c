# B9: a tool that is started once for many calls answers, changes and leaves in the trail what one
# does that is started for each call, but for "warm"; a tool that is replaced is not called again.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"

entry_of() { # TOOL FLAG…
  "$bin/$1" "${@:2}" --describe | jq -c --arg program "$bin/$1" '.command[0] = $program'
}
tools='apply_patch fs_append_file fs_edit fs_edit_range fs_listdir fs_mkdirp fs_move fs_read_file
fs_read_lines fs_rm fs_search fs_stat fs_write_file get_time'
for tool in $tools; do entry_of "$tool"; done | jq -sc '{tools: .}' > warm.json
# With a limit for requests it is started for each call.
for tool in $tools; do entry_of "$tool" --max-request-bytes 67108864; done \
  | jq -sc '{tools: .}' > plain.json

png=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kAAAAABJRU5ErkJggg==
make_workspace() { # DIR
  mkdir -p "$1/.git" "$1/sub"
  printf 'one\ntwo\nthree\n' > "$1/file"
  base64 -d <<< "$png" > "$1/image.png"
  printf '\xff\xfe' > "$1/bytes"
  seq 3000 > "$1/long"
  find "$1" -exec touch -h -d '2020-01-02 03:04:05' {} +
}

cat > cases << 'END'
fs_stat {"path":"file","hash":"sha256"}
fs_stat {"path":"missing"}
fs_stat {"path":"../outside"}
fs_stat {"file_path":"file","followSymlinks":"true","nonsense":1}
fs_stat {"path":1}
fs_stat {}
fs_read_file {"path":"image.png"}
fs_read_file {"path":"bytes"}
fs_read_file {"path":"sub"}
fs_read_lines {"path":"long","limit":3}
fs_read_lines {"path":"long"}
fs_read_lines {"path":"bytes"}
fs_search {"query":"t[wh]"}
fs_search {"query":"("}
fs_listdir {"path":"."}
fs_listdir {"path":"none"}
fs_write_file {"path":"new","content":"a \u00e9 \"quoted\" \\ line\n"}
fs_write_file {"path":".git/config","content":"x"}
fs_write_file {"path":"a/b/c","content":"x"}
fs_append_file {"path":"file","content":"four\n"}
fs_edit {"path":"file","oldString":"two","newString":"2"}
fs_edit {"path":"file","oldString":"two","newString":"2"}
fs_edit_range {"path":"file","startByte":0,"endByte":3,"replacement":"1"}
fs_mkdirp {"path":"x/y"}
fs_mkdirp {"path":"file/y"}
fs_move {"from":"new","to":"x/y/moved"}
fs_rm {"path":"x","recursive":true}
fs_rm {"path":"x"}
apply_patch {"patch":"--- a/file\n+++ b/file\n@@ -1 +1 @@\n-1\n+one\n"}
apply_patch {"patch":"--- a/long\n+++ b/long\n@@ -1 +1 @@\n-nothing\n+one\n"}
get_time {"timezone":"Mars/Olympus"}
END

trail() { cat "$1"/.agentcli/audit/*.log; } # DIR
is_warm() { # TOOL: a call that changes nothing, and was made by a process that was there before
  call '"warm up"' "$1" '{"dryRun":[]}' && receive
  trail "$kind" | tail -n 1 | jq -e '.warm == true'
}

run_all() { # KIND
  kind=$1
  make_workspace "$kind"
  start_server "$bin/agentcli" mcp -C "$kind" --tools "../$kind.json"
  if [ "$kind" = warm ]; then
    for tool in $tools; do call 0 "$tool" '{"dryRun":[]}' && receive; done
    for tool in $tools; do wait_until "$tool does not become warm" is_warm "$tool"; done
  fi
  number=0
  while read -r tool arguments; do
    number=$((number + 1))
    call "$number" "$tool" "$arguments" && receive
    printf '%s\n' "$line"
  done < cases > "$kind.lines"
  jq -c 'del(.result._meta["agentcli/audit"])' "$kind.lines" \
    | sed -E 's/(modTime\\*":\\*")202[1-9][^\\"]*/\1now/g' > "$kind.answers"
  trail "$kind" | tail -n "$number" > "$kind.trail"
  jq -c 'del(.ts, .seq, .prev, .run, .ms, .cwd, .warm)
    | .argv -= ["--max-request-bytes", "67108864"]
    | .argv -= ["--protect=../plain.json", "--protect=../warm.json"]
    | if .answerSha256 and .tool != "fs_stat" then . else del(.answerSha256) end' \
    "$kind.trail" > "$kind.audit"
  end_input
  wait_until 'the server outlives its input' is_gone "$server"
}
run_all warm
run_all plain

[ "$(wc -l < warm.answers)" = "$(wc -l < cases)" ] || fail 'not every call has an answer'
diff plain.answers warm.answers > out || fail 'the answers differ'
diff plain.audit warm.audit > out || fail 'the trails differ'
diff -r --exclude=audit --exclude=journal plain warm > out || fail 'the workspaces differ'
[ "$(jq -c 'select(.warm)' warm.trail | wc -l)" = "$(wc -l < cases)" ] \
  || fail "not all were warm: $(jq -c '[.tool, .warm]' warm.trail)"
! jq -e 'select(.warm)' plain.trail > out || fail 'a plain call is called warm'

# Another file in the place of its program.
mkdir one
cp "$bin/fs_stat" tool
entry_of fs_stat | jq -c --arg program "$dir/tool" '{tools: [.command[0] = $program]}' > one.json
kind=one
start_server "$bin/agentcli" mcp -C one --tools ../one.json
wait_until 'it does not become warm' is_warm fs_stat
printf '#!/bin/sh\necho "{\\"exists\\":\\"another\\"}"\n' > other
chmod +x other
mv other tool
call 2 fs_stat '{"path":"file"}' && receive
[[ $(text_of_answer) == '{"exists":"another"}' ]] || fail "a program that was replaced: $line"

# So is its root.
mkdir -p two/inner
echo text > two/inner/file
entry_of fs_stat --root inner | jq -c '{tools: [.]}' > two.json
kind=two
start_server "$bin/agentcli" mcp -C two --tools ../two.json
wait_until 'it does not become warm' is_warm fs_stat
mv two/inner two/before
mkdir two/inner
call 2 fs_stat '{"path":"file"}' && receive
[[ $(text_of_answer) == '{"exists":false}' ]] || fail "a root that was replaced: $line"
