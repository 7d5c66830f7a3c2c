# Each of these requests is spelt as another agent spells it, and done at once. A \ at the end of a
# line joins it with the next one.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
mkdir -p w/src/deep w/node_modules/x && cd w
touch README.md src/a.ts src/B.ts src/deep/c.ts node_modules/x/d.ts
while IFS='|' read client request paths; do
  [ -n "$client" ] || continue
  answer=$(echo "$request" | "$bin/fs_listdir" 2>&1) || fail "$client: $request: $answer"
  found=$(jq -r '[(.paths // (.entries | map(.path)))[] | sub("/$"; "")] | join(" ")' <<< "$answer")
  [ "$found" = "$paths" ] || fail "$client: $request: $answer"
done << EOF
Claude Code LS|{"path":"$PWD","ignore":["node_modules","*.md"]}|src
Claude Code Glob|{"pattern":"**/*.ts"}|src/B.ts src/a.ts src/deep/c.ts
Claude Code Glob|{"pattern":"*.ts","path":"$PWD/src"}|src/B.ts src/a.ts src/deep/c.ts
Gemini list_directory|{"dir_path":"src","ignore":["deep"],"file_filtering_options":\
{"respect_git_ignore":true,"respect_gemini_ignore":true}}|\
src/B.ts src/a.ts
Gemini glob|{"pattern":"src/b*.ts","case_sensitive":false,"respect_git_ignore":true}|src/B.ts
Codex list_dir|{"dir_path":"$PWD","offset":1,"limit":2,"depth":1}|node_modules src
Codex list_dir|{"dir_path":"$PWD","offset":2,"limit":25,"depth":2}|\
README.md src/deep src/B.ts src/a.ts
Cline list_files|{"path":".","recursive":true}|\
src README.md src/deep src/B.ts src/a.ts src/deep/c.ts
Roo list_files|{"path":"src","recursive":false}|src/deep src/B.ts src/a.ts
Cursor list_dir|{"relative_workspace_path":"src","explanation":"look"}|src/deep src/B.ts src/a.ts
Cursor list_dir|{"target_directory":"src","ignore_globs":["*.ts"]}|src/deep
Cursor file_search|{"query":"b.ts","explanation":"find it"}|src/B.ts
Cursor glob_file_search|{"glob_pattern":"c.*","target_directory":"src"}|src/deep/c.ts
Copilot list_dir|{"path":"$PWD/src"}|src/deep src/B.ts src/a.ts
Copilot file_search|{"query":"**/*.ts","maxResults":1}|src/B.ts
opencode list|{"path":"$PWD","ignore":["src/"]}|node_modules README.md
opencode glob|{"pattern":"$PWD/src/*.ts"}|src/B.ts src/a.ts
server-filesystem list_directory_with_sizes|{"path":"src","sortBy":"name"}|\
src/deep src/B.ts src/a.ts
server-filesystem search_files|{"path":".","pattern":"**/*.ts","excludePatterns":["deep"]}|\
src/B.ts src/a.ts
server-filesystem directory_tree|{"path":".","recursive":true,"excludePatterns":["deep"]}|\
src README.md src/B.ts src/a.ts
crush ls|{"path":".","ignore":["*.md"],"depth":2}|src src/deep src/B.ts src/a.ts
EOF
