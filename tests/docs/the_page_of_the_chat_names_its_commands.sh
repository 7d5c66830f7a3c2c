# docs/chat.md names each command of a chat, and no other; so does 'agentcli help chat'.
. "$(dirname "$0")/../shell.sh"
"$bin/agentcli" help chat | sed -n '/^Commands of a chat:/,$p' > "$dir/help"
listed=$(grep -o '^  /[a-z]*' "$dir/help" | tr -d ' ' | sort -u)
[ -n "$listed" ] || fail "'agentcli help chat' lists no command"
named=$(grep -o '`/[a-z][a-z]*' "$source/docs/chat.md" | tr -d '`' | sort -u)
[ "$listed" = "$named" ] || fail "not the same: $(diff <(echo "$listed") <(echo "$named"))"
