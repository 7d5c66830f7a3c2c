# A link that a command or a clone has left in the workspace does not decide what agentcli writes,
# or sends, for a flag that names it.
. "$(dirname "$0")/../../shell.sh"
mkdir "$dir/workspace" "$dir/outside"
cd "$dir/workspace"
asked='{"role":"system","content":"<any>"},{"role":"user","content":"<any>"}'
echo '{"asked":['"$asked"'],"message":{"content":"hello"}}' > "$dir/talk"
ask() { # FLAG…
  "$bin/agentcli" --replay "$dir/talk" --prompt hello "$@" > "$dir/out" 2> "$dir/err"
}
refused() { # FLAG…
  ! ask "$@" || fail "$*: $(cat "$dir/out")"
  grep -q 'a symbolic link leads out of the current directory, or nowhere' "$dir/err" ||
    fail "$*: $(cat "$dir/err")"
  [ "$(cat "$dir/outside/file")" = '[]' ] || fail "$* writes outside"
  [ "$(ls "$dir/outside")" = file ] || fail "$* makes a file outside"
}

echo '[]' > "$dir/outside/file"
ln -s ../outside/file link
ln -s "$dir/outside/file" absolute
ln -s ../outside directory
ln -s ../outside/new dangling
for flag in --save-messages --record; do
  for name in link absolute directory/file directory/new dangling "$PWD/link"; do
    refused $flag $name
  done
done
for flag in --system-file --load-messages --output-schema --image; do
  for name in link absolute directory/file "$PWD/link"; do
    refused $flag $name
  done
done

# Links that stay inside, and what is outside by its own name, are files like any other.
mkdir inside
ln -s inside within
ln -s inside/saved to-saved
echo old > inside/saved
for name in within/new to-saved "$PWD/inside/other" ../outside/saved "$dir/outside/recorded"; do
  for flag in --save-messages --record; do
    ask $flag "$name" || fail "$flag $name: $(cat "$dir/err")"
    grep -q hello "$name" || fail "$flag $name: $(cat "$name")"
    rm -f "$(realpath "$name")"
    [ $name != to-saved ] || echo old > inside/saved
  done
done
ask --record >(cat > "$dir/piped") || fail "a pipe: $(cat "$dir/err")"

# The parameters of a workflow, and directories that are named.
echo '{"x":"[]"}' > "$dir/outside/file"
printf 'parameters: {x: {}}\nsteps: [{set: {a: 1}}]\n' > w.yaml
refused_command() { # ARGUMENT…
  ! "$bin/agentcli" "$@" > "$dir/out" 2> "$dir/err" < /dev/null || fail "$*: $(cat "$dir/out")"
  grep -q 'a symbolic link leads out of the current directory, or nowhere' "$dir/err" ||
    fail "$*: $(cat "$dir/err")"
  [ "$(ls "$dir/outside")" = file ] || fail "$* makes something outside"
}
rm -rf "$dir/outside/saved" "$dir/outside/recorded"
refused_command -w ./w.yaml --params link
refused_command -w ./w.yaml --params "$PWD/directory/file"
for name in directory directory/new dangling "$PWD/directory/new"; do
  refused_command -w ./w.yaml --param x=1 --state "$name"
  refused_command runs list --state "$name"
  refused_command serve --listen 127.0.0.1:0 --token-file "$dir/token" --state "$name"
done
refused_command serve token me read --tokens directory/new
echo '{"resource":"https://example.org/mcp"}' > "$dir/outside/file"
refused_command mcp --listen 127.0.0.1:0 --token-file "$dir/token" --resource-metadata link
"$bin/agentcli" -w ./w.yaml --param x=1 --state within/state > "$dir/out" 2> "$dir/err" ||
  fail "a link that stays inside: $(cat "$dir/err")"
[ -d inside/state ] || fail 'the state is not where the link leads'
