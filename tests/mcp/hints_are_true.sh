# A2: a tool that is said to only read leaves each name, byte, mode and time as it was; one that is
# said to be repeatable changes nothing more when it is called again; one that is said to be
# additive takes nothing away. No tool is said to be any of it without a request here.
. "$(dirname "$0")/../shell.sh"
needs jq
cd "$dir"

prepare() {
  rm -rf workspace && mkdir workspace && cd workspace
  printf 'one\ntwo\n' > file
  mkdir -p folder/below
  printf 'three\n' > folder/other
  ln -s file link
}
# Of everything in the workspace: type, mode, what is in it, and its time for a reader.
state() { # FORMAT
  find . -printf "$1" | sort
  find . -type f -exec sha256sum {} + | sort
}
exact='%P %y %m %s %T@ %l\n'
same='%P %y %m %s %l\n'

requests() { # TOOL: one a line
  case $1 in
    fs_listdir) echo '{"recursive":true}' ;;
    fs_read_file) echo '{"path":"file"}' ;;
    fs_read_lines) echo '{"path":"file"}' ;;
    fs_search) echo '{"query":"two"}' ;;
    fs_stat) echo '{"path":"link"}' ;;
    get_time) echo '{}' ;;
    apply_patch) echo '{"unifiedDiff":"--- a/file\n+++ b/file\n@@ -2 +2 @@\n-two\n+three\n"}' ;;
    fs_append_file) echo '{"path":"file","content":"three\n"}' ;;
    fs_mkdirp) echo '{"path":"folder/new/deep"}' ;;
    fs_write_file)
      echo '{"path":"file","content":"new\n"}'
      echo '{"path":"new","content":"new\n"}'
      echo '{"path":"other","content":"new\n","createOnly":true}'
      ;;
  esac
}

run() { # TOOL REQUEST
  "$bin/$1" <<< "$2" > ../out 2> ../err || true
}
reads() {
  state "$exact" > ../before
  run "$1" "$2"
  [ -s ../out ] || fail "$1 does not answer $2"
  state "$exact" | cmp -s ../before - || fail "$1 changes something by $2"
}
repeats() {
  state "$same" > ../before
  run "$1" "$2"
  state "$same" > ../after
  ! cmp -s ../before ../after || fail "$1 changes nothing by $2"
  run "$1" "$2"
  state "$same" | cmp -s ../after - || fail "$1 changes more when it is called again with $2"
}
adds() {
  run "$1" "$2"
  printf 'one\ntwo\n' | cmp -s -n 8 - file || fail "$1 takes away bytes of a file by $2"
  [ -L link ] && [ -d folder/below ] && [ -s folder/other ] || fail "$1 takes something away by $2"
}

check() { # HINT FUNCTION: for each tool whose list matches
  local tool request found
  jq -r "select($1).name" listed > tools
  [ -s tools ] || fail "no tool has $1"
  while read -r tool; do
    found=$(requests "$tool")
    [ -n "$found" ] || fail "there is no request that proves $1 of $tool"
    while read -r request; do
      (prepare && "$2" "$tool" "$request") || exit 1
    done <<< "$found"
  done < tools
}

for tool in "$bin"/fs_* "$bin"/get_time "$bin"/apply_patch "$bin"/exec; do
  [[ $tool != *_test ]] || continue
  echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | "$tool" --mcp | jq -c '.result.tools[]'
done > listed
check '.annotations.readOnlyHint' reads
check '.annotations | (.readOnlyHint | not) and .idempotentHint' repeats
check '.annotations | (.readOnlyHint | not) and (.destructiveHint | not)' adds
jq -e -s 'all(.annotations | length == 4)' listed > /dev/null || fail 'a hint is missing'
