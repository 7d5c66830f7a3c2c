# Without namespaces a command can destroy the repository of the workspace: the answer names what
# was whole and is not any more, and nothing where git has only worked.
. "$(dirname "$0")/../shell.sh"
needs git jq
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null HOME=$dir
cd "$dir"
expect() { # EXPECTED COMMAND [FLAG…]
  rm -rf work
  git init -q work
  git -C work -c user.name=n -c user.email=n@example.com commit -q --allow-empty -m first
  jq -cn --arg line "$2" '{command: $line}' | "${tool[@]}" --root work "${@:3}" > out 2> err
  [ "$(jq -c .gitDamaged out)" = "$1" ] || fail "$2"
}
tool=("$bin/exec")
expect null 'rm -rf .git/objects/* .git/HEAD .git/refs'
tool=("$bin/without_namespaces" clone "$bin/exec")
expect null 'git gc -q; git pack-refs --all; git checkout -q --detach; git status'
expect '[".git/objects"]' 'rm -rf .git/objects'
expect '[".git/objects"]' 'rm -rf .git/objects/*'
expect null 'rm -rf .git/HEAD .git/refs'
[ "$(jq -c .gitRestored out)" = '[".git/HEAD",".git/refs/heads/master"]' ] \
  || fail 'what was put back'
expect null 'echo > .git/HEAD'
expect '[".git"]' 'rm -rf .git' --policy unrestricted
rm -rf work
mkdir work
echo '{"command":"git init -q . && rm -rf .git"}' | "$bin/exec" --root work > out 2> err
[ "$(jq -c .gitDamaged out)" = null ] || fail 'one that was made and removed'
