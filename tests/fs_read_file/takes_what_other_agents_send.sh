# Each of these requests is spelt as another agent spells it, and done at once by both tools that
# read. The last column is the content; a \ at the end of a line joins it with the next one.
. "$(dirname "$0")/../shell.sh"
needs jq
cd "$dir"
mkdir w && cd w
seq 9 > n
while IFS='|' read client request content; do
  for tool in "fs_read_file --text" fs_read_lines; do
    # shellcheck disable=SC2086
    answer=$(echo "$request" | "$bin/"$tool 2>&1) || fail "$client: $tool: $request: $answer"
    found=$(jq -j '.content // .files[0].content' <<< "$answer" | paste -sd' ')
    [ "$found" = "$content" ] || fail "$client: $tool: $request: $answer"
  done
done << EOF
Claude Code Read|{"file_path":"$PWD/n"}|1 2 3 4 5 6 7 8 9
Claude Code Read|{"file_path":"$PWD/n","offset":3,"limit":2}|3 4
Codex read_file|{"file_path":"n","offset":8,"limit":20,"mode":"slice"}|8 9
Gemini read_file|{"absolute_path":"$PWD/n","offset":0,"limit":2}|1 2
Gemini read_file|{"file_path":"n","start_line":2,"end_line":3}|2 3
opencode read|{"filePath":"n","offset":7,"limit":1}|7
Cline read_file|{"path":"n","start_line":5,"end_line":5}|5
Cursor read_file|{"target_file":"n","should_read_entire_file":false,\
"start_line_one_indexed":4,"end_line_one_indexed_inclusive":5,"explanation":"x"}|4 5
Copilot read_file|{"filePath":"$PWD/n","startLine":1,"endLine":2}|1 2
server-filesystem read_text_file|{"path":"n","head":2}|1 2
server-filesystem read_text_file|{"path":"n","tail":2}|8 9
server-filesystem read_multiple_files|{"paths":["n"],"limit":1}|1
str_replace_based_edit_tool|{"command":"view","path":"n","view_range":[2,3]}|2 3
str_replace_based_edit_tool|{"command":"view","path":"n","view_range":[8,-1]}|8 9
Crush view|{"file_path":"n","offset":0,"limit":1}|1
pi read|{"path":"n","offset":9}|9
Node|{"path":"n","encoding":"utf-8","limit":1}|1
EOF
