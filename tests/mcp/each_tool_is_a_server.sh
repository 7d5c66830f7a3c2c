# S8, P5, P7, R1, R2, R3: each tool answers over MCP what it answers to a plain call, in both eras.
. "$(dirname "$0")/../shell.sh"
needs jq
cd "$dir"
mcp=io.modelcontextprotocol
modern='"_meta":{"'$mcp'/protocolVersion":"2026-07-28","'$mcp'/clientCapabilities":{}}'

# In a workspace of its own for each of the ways, since the request may change it.
prepare() {
  rm -rf workspace && mkdir workspace && cd workspace
  printf 'one\ntwo\n' > file
  mkdir empty
}

check() { # TOOL REQUEST
  (prepare && "$bin/$1" <<< "$2" > ../plain 2> ../failed || cp ../failed ../plain)
  (
    prepare
    "$bin/$1" --mcp > ../out 2> ../err << END
{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"$1","arguments":$2}}
END
  )
  [ ! -s err ] || fail "$1 prints to stderr"
  "$bin/$1" --describe | jq '.name, .description, (.schema | del(.if, .then, .else))' \
    > described
  jq 'select(.id == 1).result.tools[0] | .name, .description, .inputSchema' out > listed
  cmp -s described listed || fail "$1: the list differs from --describe: $(diff described listed)"
  jq -r 'select(.id == 2).result.content[0].text' out > text
  sed -i 's/"durationMs":[0-9]*/"durationMs":0/' text plain
  cmp -s text plain || [ "$1" = get_time ] || fail "$1: $(cat text), and a plain call: $(cat plain)"
  # Structured content is the text as JSON, of a tool that declares its answers.
  declared=$("$bin/$1" --describe | jq -c .answerSchema)
  [ "$(jq -c 'select(.id == 1) | .result.tools[0].outputSchema' out)" = "$declared" ] \
    || fail "$1: outputSchema"
  expected=null
  [ "$declared" = null ] || [ -s failed ] || expected=$(jq -c . text)
  [ "$(jq -c 'select(.id == 2) | .result.structuredContent' out)" = "$expected" ] \
    || fail "$1: structuredContent"
  has_failed=$(test -s failed && echo true || echo false)
  is_error=$(jq 'select(.id == 2) | .result.isError // false' out)
  [ "$is_error" = "$has_failed" ] || fail "$1: isError"
  (
    prepare
    "$bin/$1" --mcp > ../out << END
{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{$modern}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"$1","arguments":$2,$modern}}
END
  )
  jq -c '[.id, .result.resultType, (.result._meta | keys[0])]' out | sort > eras
  printf '[%s,"complete","'$mcp'/serverInfo"]\n' 1 2 | cmp -s - eras || fail "$1: the modern era"
  rm -f failed
}

check apply_patch '{"patch":"--- a/file\n+++ b/file\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n"}'
check exec '{"cmd":"sh","args":["-c","echo out; echo err >&2; exit 3"]}'
check fetch_url '{"url":"https://example.com/"}'
check fs_append_file '{"path":"file","content":"three\n"}'
check fs_edit '{"path":"file","oldString":"two","newString":"three"}'
check fs_edit_range '{"path":"file","startByte":0,"endByte":3,"replacement":"1"}'
check fs_listdir '{"globs":["nothing"]}'
check fs_mkdirp '{"path":"a/b"}'
check fs_move '{"from":"file","to":"moved"}'
check fs_read_file '{"path":"file"}'
check fs_read_lines '{"path":"file"}'
check fs_rm '{"path":"file"}'
check fs_search '{"query":"two"}'
check fs_stat '{"path":"no"}'
check fs_write_file '{"path":"file","content":"new"}'
check get_time '{}'
for tool in apply_patch exec fs_append_file fs_edit fs_edit_range fs_mkdirp fs_move fs_read_file \
  fs_read_lines fs_rm fs_search fs_stat fs_write_file; do
  check "$tool" '{"unknown":1}'
done
