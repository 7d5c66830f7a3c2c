# An error that comes of a localhost or a /tmp of the command's own is explained, and no other one.
place=/var/tmp # else the workspace is in /tmp
. "$(dirname "$0")/../shell.sh"
needs jq python3
cd "$dir"
mkdir work
note() { # COMMAND [FLAG…]
  jq -cn --arg line "$1" '{command: $line}' |
    "$bin/exec" --root work --require=namespaces "${@:2}" > out 2> err || status=$?
  [ "${status:-0}" != 3 ] || skip 'there are no namespaces'
  jq -r '.note // ""' out
}
connect='import socket; socket.create_connection(("127.0.0.1", 9))'
case $(note "python3 -c '$connect'") in
*localhost*) ;; *) fail 'a refused connection' ;;
esac
case $(note 'cat /tmp/out.txt; true') in
*'new /tmp'*) ;; *) fail 'a file in /tmp' ;;
esac
[ -z "$(note 'cat missing; echo /tmp/x; : > /tmp/y')" ] || fail 'another file'
[ -z "$(note 'echo Connection refused' --network=on)" ] || fail 'with the network'

# What a command cannot change of a repository.
needs git
export HOME=$dir/home GIT_CONFIG_NOSYSTEM=1
mkdir home
git -c init.defaultBranch=main init -q work
git -C work -c user.name=A -c user.email=a@b.c commit -qm one --allow-empty
case $(note 'git remote add o ../x' --env HOME) in
*'git -c'*'git remote add'*) ;; *) fail 'git remote add' ;;
esac
case $(note 'rm -r .git/info; true' --env HOME) in
*.git/config*) ;; *) fail 'a part of .git' ;;
esac
[ -z "$(note 'git remote; git log' --env HOME)" ] || fail 'git that works'
mv work main
git -C main worktree add -q ../work
outside=$(realpath main)/.git
case $(note 'touch x; git add x' --env HOME) in
*"--write=$outside") ;; *) fail "a linked working tree: $(cat out)" ;;
esac
[ -z "$(note 'git add x' --env HOME --write "$outside")" ] || fail "granted: $(cat out)"
case $(note "echo \"'/x/.git/worktrees/y': Read-only file system\"") in
*--write*) fail 'a place that a command names' ;;
esac
