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
