# With --within each tool works in the directories that it names, and neither reads nor changes
# anything else in the workspace, by whatever path (B8).
. "$(dirname "$0")/../shell.sh"
needs jq
cd "$dir"
mkdir -p workspace/in/deep workspace/also workspace/out
cd workspace
reset() {
  echo hello > in/a
  echo pearl > out/b
  ln -sfn ../out in/way
}
reset

# call TOOL REQUEST [FLAG…]: its exit status is in $status, what it says in out and err
call() {
  status=0
  "$bin/$1" --within=in --within="$PWD/also" "${@:3}" <<< "$2" > ../out 2> ../err || status=$?
}
cd_fail() { cd ..; fail "$1"; }
works() { call "$@"; [ $status = 0 ] || cd_fail "$1 $2 ended with $status"; }
is_kept_out() {
  call "$@"
  [ $status = 1 ] && jq -e '.code == "PERMISSION_DENIED"' ../err > /dev/null ||
    cd_fail "$1 $2 ended with $status"
}

works fs_read_file '{"path":"in/a"}'
works fs_read_lines '{"path":"in/a"}'
works fs_stat '{"path":"in/a"}'
works fs_listdir '{"path":"in"}'
works fs_search '{"query":"hello","path":"in"}'
jq -e '.filesSearched == 1' ../out > /dev/null || cd_fail 'a search'
works fs_write_file '{"path":"also/n","content":"new\n"}'
works fs_append_file '{"path":"also/n","content":"more\n"}'
works fs_edit '{"path":"in/a","oldString":"hello","newString":"hullo"}'
works fs_edit_range '{"path":"in/a","startByte":0,"endByte":1,"replacement":"H"}'
works fs_mkdirp '{"path":"in/x/y"}'
works fs_move '{"from":"also/n","to":"in/x/n"}'
works fs_rm '{"path":"in/x","recursive":true}'
patch() { # LINES: a request with this patch
  printf '{"patch":"*** Begin Patch\\n%s\\n*** End Patch\\n"}' "$1"
}
works apply_patch "$(patch '*** Update File: in/a\n@@\n-Hullo\n+hello')"
works apply_patch "$(patch '*** Add File: also/new\n+new')"
works get_time '{}'
[ "$(cat in/a also/new)" = $'hello\nnew' ] || cd_fail 'a change'

is_kept_out fs_read_file '{"path":"out/b"}'
jq -e '.hint | contains("'"'in', 'also'"'")' ../err > /dev/null || cd_fail 'the hint'
for path in out/b in/way/b in/../out/b; do
  for tool in fs_read_lines fs_read_file fs_stat fs_rm; do
    is_kept_out "$tool" '{"path":"'$path'"}'
  done
  is_kept_out fs_edit '{"path":"'$path'","oldString":"pearl","newString":"x"}'
  is_kept_out fs_edit_range '{"path":"'$path'","startByte":0,"endByte":1,"replacement":"H"}'
  is_kept_out fs_append_file '{"path":"'$path'","content":"x"}'
  is_kept_out fs_move '{"from":"'$path'","to":"in/b"}'
  is_kept_out fs_move '{"from":"in/a","to":"'${path%b}'a"}'
done
for path in . out; do
  is_kept_out fs_listdir '{"path":"'$path'"}'
  is_kept_out fs_search '{"query":"pearl","path":"'$path'"}'
done
is_kept_out fs_write_file '{"path":"new","content":"x"}'
is_kept_out fs_mkdirp '{"path":"new"}'
is_kept_out apply_patch "$(patch '*** Update File: out/b\n@@\n-pearl\n+x')"
[ "$(cat out/b)" = pearl ] && [ ! -e new ] && [ ! -e out/a ] || cd_fail 'something was changed'

# Commands, at both levels of their sandbox. What a call keeps for itself is in .agentcli.
command='{"command":"cat in/a; echo w > also/w; cat out/b in/way/b; echo w > out/w;'
command+=' echo w > .agentcli/w; seq 50000"}'
reading='{"command":"cat a; cat ../out/b; echo w > w","cwd":"in"}'
mkdir -p .agentcli
for level in namespaces landlock; do
  rm -f also/w
  set --
  [ $level = namespaces ] || set -- "$bin/without_namespaces" clone
  "$@" "$bin/exec" --within=in --within=also <<< "$command" > ../out 2> ../err ||
    cd_fail "exec at the level $level"
  jq -e '.sandbox.level == "'$level'"' ../out > /dev/null || {
    [ $level = landlock ] && cd_fail 'the level' || continue # it can't be had here
  }
  jq -e '.stdout | startswith("hello\n1\n")' ../out > /dev/null || cd_fail 'reading in a command'
  jq -e '.stdoutFile and .truncated' ../out > /dev/null || cd_fail 'the output is not kept'
  [ "$(cat also/w)" = w ] || cd_fail "writing in a command at the level $level"
  [ ! -e out/w ] && [ ! -e .agentcli/w ] || cd_fail "a command writes outside at the level $level"
  ! grep -q pearl ../out || cd_fail "a command reads outside at the level $level"
  "$@" "$bin/exec" --within=in --policy=read-only <<< "$reading" > ../out 2> ../err ||
    cd_fail 'exec that is read-only'
  jq -e '.stdout == "hello\n"' ../out > /dev/null || cd_fail 'reading in a read-only command'
  [ ! -e in/w ] || cd_fail 'a read-only command writes'
done

# What can't be kept is not begun.
refuses() { # STATUS TOOL REQUEST FLAG
  call "${@:2}"
  [ $status = "$1" ] && [ ! -s ../out ] || cd_fail "$* ended with $status"
}
refuses 3 exec '{"command":"true"}' --policy=unrestricted
refuses 3 fs_read_file '{"path":"in/a"}' --sandbox=paths
refuses 1 fs_read_file '{"path":"in/a"}' --within=missing
refuses 1 fs_read_file '{"path":"in/a"}' --within=../workspace/..
refuses 1 fs_read_file '{"path":"in/a"}' --within=in/way/../../..
# All of the workspace is no part of it.
works fs_read_file '{"path":"out/b"}' --within=.
# As a server it is kept to the same.
message='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fs_read_file",'
message+='"arguments":{"path":"out/b"}}}'
"$bin/fs_read_file" --within=in --mcp <<< "$message" > ../out 2> ../err
jq -e '.result.isError' ../out > /dev/null && ! grep -q pearl ../out || cd_fail 'as a server'
cd ..
