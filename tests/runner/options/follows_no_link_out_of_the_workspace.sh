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
for flag in --system-file --load-messages; do
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
