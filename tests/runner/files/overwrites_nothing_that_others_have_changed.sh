# A file that a person or a command has changed since the model saw it is not overwritten: the call
# is refused until the file has been read again. The model does not see the record.
. "$(dirname "$0")/../../shell.sh"
needs jq
cd "$dir"
export HOME=$dir/home
mkdir -p "$HOME" work
build=$(cd "$bin/.." && pwd)

# step CONTENT TOOL ARGUMENTS: after a result with this content the model makes this call.
count=0
step() {
  count=$((count + 1))
  local asked='{"role":"user","content":"<any>"}'
  [ $count = 1 ] || asked=$(jq -cn --arg id "c$((count - 1))" --arg content "$1" \
    '{role:"tool",tool_call_id:$id,content:$content}')
  jq -cn --argjson asked "$asked" --arg id "c$count" --arg tool "$2" --arg arguments "$3" \
    '{asked:[$asked],message:{role:"assistant",tool_calls:[{id:$id,type:"function",
      function:{name:$tool,arguments:$arguments}}]}}' >> talk
}
answer() { # CONTENT TEXT
  jq -cn --arg id "c$count" --arg content "$1" --arg text "$2" \
    '{asked:[{role:"tool",tool_call_id:$id,content:$content}],
      message:{role:"assistant",content:$text}}' >> talk
}

# Prints the refusal that the model receives, with the content of the file.
refused() { # PATH CONTENT
  jq -cn --arg path "$1" --arg content "$2" '{
    error:("\u0027"+$path+"\u0027 has been changed since you read it; nothing was changed"),
    code:"CONFLICT",
    hint:("\u0027content\u0027 is what it has now: decide what of it to keep, "
      + "then send the request again"),
    content:$content}'
}

printf 'hello\n' > work/notes.txt
printf 'hello\n' > work/other.txt
any='<any>'
step '' fs_read_lines '{"path":"./notes.txt"}'
# The result is the answer of the tool without the record.
step '{"content":"hello\n","startLine":1,"endLine":1,"eof":true,"truncated":false}' \
  fs_read_file '{"path":"other.txt"}'
step "$any" exec '{"command":"yes by a person | head -n 1000 > notes.txt"}'
step "$any" fs_write_file '{"path":"notes.txt","content":"by the model\n"}'
long=$(refused notes.txt '' \
  | jq -c 'del(.content) | .hint = "read it again, then decide what of it to keep"')
step "$long" fs_rm '{"path":"notes.txt"}'
step "$long" fs_move '{"from":"other.txt","to":"notes.txt","overwrite":true}'
step "$long" fs_read_file '{"path":"notes.txt","maxBytes":10}'
step "$any" fs_write_file '{"path":"notes.txt","content":"by both\n"}'
step '{"bytesWritten":8,"created":false,<any>' exec '{"command":"echo by a person > notes.txt"}'
step "$any" fs_write_file '{"path":"notes.txt","content":"again\n"}'
step "$(refused notes.txt 'by a person
')" fs_write_file '{"path":"notes.txt","content":"again\n"}'
step '{"bytesWritten":6,"created":false,<any>' fs_move '{"from":"notes.txt","to":"moved.txt"}'
step '{"moved":true}' exec '{"command":"echo by a person > moved.txt"}'
step "$any" fs_rm '{"path":"moved.txt"}'
answer '{"error":"'"'moved.txt'"'<any>' 'done'
cd work
"$bin/agentcli" --tools "$build/share/agentcli/tools.json" --replay ../talk --system '' \
  --max-steps 40 --prompt go > ../out 2> ../err || { cd ..; fail "it ends with $?"; }
cd ..
[ "$(cat out)" = 'done' ] || fail 'the conversation differs'
[ "$(cat work/moved.txt)" = 'by a person' ] || fail "the file has: $(cat work/moved.txt)"
! grep -rq '"seen"' work/.agentcli/audit || fail 'the record is in the audit'

# A session goes on with what it has seen.
session() { # PROMPT RECORDING
  (cd work && "$bin/agentcli" --tools "$build/share/agentcli/tools.json" --replay "../$2" \
    --system '' --session s --prompt "$1" > ../out 2> ../err) || fail "the session ends with $?"
}
rm talk
count=0
step '' fs_read_file '{"path":"other.txt"}'
answer "$any" 'one'
mv talk first
printf 'a\n' > work/other.txt
session one first
printf 'by a person\n' > work/other.txt
answered=$(jq -c .message first | jq -cs '[{role:"user",content:"one"},.[0],
  {role:"tool",tool_call_id:"c1",content:"<any>"},.[1],{role:"user",content:"two"}]')
step '' fs_write_file '{"path":"other.txt","content":"x\n"}'
jq -c --argjson asked "$answered" '.asked = $asked' talk > second
rm talk
answer "$(refused other.txt 'by a person
')" 'two'
cat talk >> second
session two second
[ "$(cat out)" = two ] || fail 'the session differs'
