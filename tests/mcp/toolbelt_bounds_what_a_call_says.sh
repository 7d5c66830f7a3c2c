# What a call answers has at most --max-result-bytes (32 KiB): files, lists and findings come page
# by page until all has come, output is cut and kept, and so is what anything else answers. An image
# is whole up to 5 MB.
. "$(dirname "$0")/../shell.sh"
needs jq python3
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
python3 - << 'END'
import random, struct, zlib
random.seed(1)
chars = ['"', '\\', '\t', 'é', 'x', ' ', '\u0001', '日', '\n']
with open('workspace/big.txt', 'w', encoding='utf-8', newline='') as big:
    big.write(''.join(random.choices(chars, k=150_000)))
with open('workspace/lines.txt', 'w') as lines:
    lines.writelines(f'line {number} "needle"\t{"x" * (number % 200)}\n' for number in range(3000))

def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

def png(name, side):
    rows = b''.join(b'\0' + random.randbytes(3 * side) for _ in range(side))
    with open(name, 'wb') as image:
        header = struct.pack('>IIBBBBB', side, side, 8, 2, 0, 0, 0)
        image.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header)
                    + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))

png('workspace/small.png', 300)
png('workspace/large.png', 1200)
END
mkdir workspace/many
(cd workspace/many && seq -f 'a name that is not short %g' 2000 | xargs -d '\n' touch)
cat > tools.json << END
{"tools": [$(for tool in fs_read_file fs_read_lines fs_listdir fs_search exec; do
    flags=$([ $tool = fs_read_file ] && echo --text)
    "$bin/$tool" --describe $flags | jq -c '.command[0] = "'"$bin/$tool"'"'
    echo ,
  done)
  {"name": "other", "schema": {}, "command": ["sh", "../other"]}]}
END
cat > other << 'END'
printf '{"api_key":"hunter2hunter2hunter2","text":"'
head -c 100000 /dev/zero | tr '\0' y
echo '"}'
END
start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json

text() { # WHAT [small]: what the last call has answered, at the limit or small
  text_of_answer > text
  local bytes
  bytes=$(wc -c < text)
  [ "$bytes" -le 32769 ] || fail "$1: $bytes bytes"
  [ "${2:-}" = small ] || [ "$bytes" -ge 16000 ] || fail "$1: $bytes bytes"
}
arguments() { jq -nc "$@"; }

# By bytes, and by lines.
offset=0
: > whole
for page in $(seq 1 200); do
  call "$page" fs_read_file "$(arguments --argjson at $offset \
    '{path: "big.txt", offsetBytes: $at, maxBytes: 1000000}')"
  receive
  text 'a page of a file' small
  jq -j .content text >> whole
  [ "$(jq .eof text)" = false ] || break
  text 'a page of a file'
  offset=$(jq .nextOffset text)
done
cmp whole workspace/big.txt || fail 'the pages are not the file'
next=1
: > whole
for page in $(seq 1 200); do
  call "$page" fs_read_lines "$(arguments --argjson at $next '{path: "lines.txt", startLine: $at}')"
  receive
  text 'a page of lines' small
  jq -r .content text | sed '${/^$/d}' >> whole
  [ "$(jq .eof text)" = false ] || break
  next=$(jq .nextLine text)
done
cmp whole workspace/lines.txt || fail 'the pages are not the lines'

# By cursors.
cursor=
: > names
for page in $(seq 1 200); do
  call "$page" fs_listdir "$(arguments --arg at "$cursor" \
    '{path: "many"} + if $at == "" then {} else {cursor: $at} end')"
  receive
  text 'a page of a list' small
  jq -r '.entries[].path' text >> names
  [ "$(jq .truncated text)" = true ] || break
  cursor=$(jq -r .nextCursor text)
done
[ "$(sort -u names | wc -l)" = 2000 ] || fail 'the pages do not have all names'
call 1 fs_search '{"pattern":"needle","maxResults":3000}'
receive
text 'what was found'
[ "$(jq .truncated text)" = true ] || fail 'the search does not say that there is more'

# Output, which may be twice as long in JSON.
for command in 'cat big.txt' 'cat lines.txt >&2' 'cat big.txt; cat lines.txt >&2'; do
  call 1 exec "$(arguments --arg command "$command" '{command: $command}')"
  receive
  text "$command"
  for stream in stdout stderr; do
    file=$(jq -r ".${stream}File // empty" text)
    original=$([ $stream = stdout ] && echo big || echo lines).txt
    [ -z "$file" ] || cmp "workspace/$file" "workspace/$original" || fail "$command: the $stream"
  done
  jq -e '.stdoutFile // .stderrFile' text > out || fail "$command: no file"
done
call 1 exec '{"command":"head -c 20000 lines.txt; head -c 3000 lines.txt >&2"}'
receive
text 'short output' small
jq -e '.truncated | not' text > out || fail 'short output is cut'

# Anything else, which is redacted first.
call 1 other '{}'
receive
text 'another tool'
file=$(sed -n 's/^\[.* the whole is in \(.*\)\]$/\1/p' text)
[ "$(stat -c %a "workspace/$file")" = 600 ] || fail 'the file of another tool'
[ "$(wc -c < "workspace/$file")" -gt 100000 ] || fail 'the whole is not in the file'
! grep -q hunter2 "workspace/$file" || fail 'the file has a secret'

# Images.
call 1 fs_read_file '{"path":"small.png"}'
receive
is '.result.content[1].type == "image"' 'an image'
jq -r '.result.content[1].data' <<< "$line" | base64 -d | cmp - workspace/small.png \
  || fail 'the image'
call 1 fs_read_file '{"path":"large.png"}'
receive
is '.result.content | length == 1' 'a large image'
text 'a large image'
end_input

# As the operator says.
start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json --max-result-bytes 1000
call 1 fs_read_file '{"path":"big.txt"}'
receive
text_of_answer > text
[ "$(wc -c < text)" -le 1001 ] || fail "a small limit: $(wc -c < text)"
jq -e '.nextOffset' text > out || fail 'a small limit: how to go on'
call 2 other '{}'
receive
text_of_answer > text
[ "$(wc -c < text)" -le 1001 ] || fail "a small limit, cut: $(wc -c < text)"
end_input
wait_until 'the server outlives its input' is_gone "$server"
