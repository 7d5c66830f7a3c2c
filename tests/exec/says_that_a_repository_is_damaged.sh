# No sandbox keeps a command from destroying the repository of the workspace: the answer names what
# was whole and is not any more, and nothing where git has only worked.
. "$(dirname "$0")/../shell.sh"
needs git jq
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null HOME=$dir
cd "$dir"
expect() { # EXPECTED COMMAND [FLAG…]
  rm -rf work
  git init -q work
  git -C work -c user.name=n -c user.email=n@example.com commit -q --allow-empty -m first
  jq -cn --arg line "$2" '{command: $line}' | "$bin/exec" --root work "${@:3}" > out 2> err
  [ "$(jq -c .gitDamaged out)" = "$1" ] || fail "$2"
}
expect null 'git gc -q; git pack-refs --all; git checkout -q --detach; git status'
expect '[".git/objects"]' 'rm -rf .git/objects'
expect '[".git/objects"]' 'rm -rf .git/objects/*'
expect '[".git/HEAD",".git/refs"]' 'rm -rf .git/HEAD .git/refs'
expect '[".git/HEAD"]' 'echo > .git/HEAD'
expect '[".git"]' 'rm -rf .git' --policy unrestricted
rm -rf work
mkdir work
echo '{"command":"git init -q . && rm -rf .git"}' | "$bin/exec" --root work > out 2> err
[ "$(jq -c .gitDamaged out)" = null ] || fail 'one that was made and removed'
