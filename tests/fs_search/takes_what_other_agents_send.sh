# Requests as the search tools of other agents have them: what they find is what their words mean.
. "$(dirname "$0")/../shell.sh"
needs jq
mkdir -p "$dir/tree/src" "$dir/tree/lib"
cd "$dir"
printf 'Needle 1\nx\nneedle 22\ny\n' > tree/src/a.py
printf 'needle 333\n' > tree/src/b.js
printf 'needle 4\n' > tree/lib/c.py
touch -d '2020-01-01' tree/*/*

failures=0
check() { # AGENT REQUEST ANSWER
    actual=$("$bin/fs_search" --root tree <<< "$2" 2>&1 | jq -c '.files // .')
    [ "$actual" = "$3" ] && return
    printf '%s: %s\nexpected %s\nactual   %s\n' "$1" "$2" "$3" "$actual"
    failures=1
}
a='{"path":"src/a.py","lines":"3:needle 22"}'
b='{"path":"src/b.js","lines":"1:needle 333"}'
c='{"path":"lib/c.py","lines":"1:needle 4"}'

check 'Claude Code' \
    '{"pattern":"needle \\d{2}","path":"src","output_mode":"files_with_matches",
        "glob":"*.{py,js}"}' '["src/a.py","src/b.js"]'
check 'Claude Code' \
    '{"pattern":"NEEDLE 2","-i":true,"-n":true,"-A":1,"-B":1,"output_mode":"content",
        "type":"py"}' \
    '[{"path":"src/a.py","lines":"2-x\n3:needle 22\n4-y"}]'
check 'Claude Code' \
    '{"pattern":"x.needle","multiline":true,"output_mode":"count","head_limit":20}' \
    '[{"path":"src/a.py","count":1}]'
check 'Claude Code' \
    '{"pattern":"needle","output_mode":"content","-C":0,"offset":1,"head_limit":1}' "[$a]"
check 'Codex' '{"pattern":"needle [0-9]{3}","include":"*.js","path":"src","limit":5}' "[$b]"
check 'Gemini CLI' '{"pattern":"needle","path":"lib","include":"**/*.py"}' "[$c]"
check 'Gemini CLI' \
    '{"pattern":"NEEDLE 4","dir_path":"lib","case_sensitive":false,"fixed_strings":true,
        "context":0,"no_ignore":true}' "[$c]"
check 'Gemini CLI' \
    '{"pattern":"needle","names_only":true,"exclude_pattern":"*.js","total_max_matches":9,
        "max_matches_per_file":1}' '["lib/c.py","src/a.py"]'
check 'opencode' '{"pattern":"needle 3+","path":".","include":"*.{js,ts}"}' "[$b]"
check 'Cline' '{"path":".","regex":"needle \\d$","file_pattern":"*.py"}' "[$c]"
check 'Roo Code' '{"path":"src","regex":"needle 2+","file_pattern":"*.py"}' "[$a]"
check 'Cursor' \
    '{"query":"needle 22","case_sensitive":true,"include_pattern":"*.py",
        "exclude_pattern":"lib/**","explanation":"to find it"}' "[$a]"
check 'Copilot' \
    '{"query":"needle\\s+[34]{3}","isRegexp":true,"includePattern":"src/**","maxResults":20}' \
    "[$b]"
check 'Copilot' '{"query":"needle 4","isRegexp":false,"includeIgnoredFiles":false}' "[$c]"
check 'Zed' \
    '{"regex":"needle \\d+","include_pattern":"**/*.js","offset":0,"case_sensitive":false}' "[$b]"
check 'Crush' '{"pattern":"needle 4","path":"lib","include":"*.py","literal_text":true}' "[$c]"
check 'pi' \
    '{"pattern":"Needle 22","path":"src","glob":"*.py","ignoreCase":true,"literal":true,
        "context":0,"limit":5}' "[$a]"
check 'OpenHands' '{"pattern":"needle 3","path":"src","include":"*.js"}' "[$b]"
check 'Qwen Code' '{"pattern":"needle 4","path":"lib","glob":"*.py","limit":1}' "[$c]"
check 'Serena' \
    '{"substring_pattern":"needle 2","relative_path":"src","context_lines_before":1,
        "context_lines_after":0,"paths_include_glob":"*.py","paths_exclude_glob":""}' \
    '[{"path":"src/a.py","lines":"2-x\n3:needle 22"}]'
check 'ripgrep' \
    '{"pattern":"needle","paths":["lib","src/b.js"],"-m":1,"-l":true}' '["lib/c.py","src/b.js"]'
exit "$failures"
