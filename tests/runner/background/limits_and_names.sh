# At most 16 commands run in the background; a name is of one of them; each refusal says what would
# do.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
manifest workspace-write
calls=()
for number in $(seq 17); do
  calls+=('{"cmd":"sleep","args":["1000"],"background":"n'$number'"}')
done
ask "${calls[@]}" '{"command":"true","background":"n3"}' '{"background":"n33"}' \
  '{"background":"n3","stop":true}' '{"command":"no-such-program","background":"a b"}' \
  '{"cmd":"no-such-program","background":"x"}' \
  '{"command":"true","background":"x","timeoutSec":5}' '{"background":"x","cwd":"src"}' \
  '{"stop":true}' '{"command":"echo out; exit 7","background":"brief","wait":true}' \
  '{"command":"exit 5","run_in_background":"other-name","wait":true}'
has 16 '"state":"running"'
has 17 '"code":"TOO_LARGE"' 'send {"background":"n1","stop":true}'
has 18 '"code":"ALREADY_EXISTS"' 'send {"background":"n3","stop":true}'
has 19 '"code":"NOT_FOUND"' "did you mean 'n3'"
has 20 '"state":"stopped"'
has 21 '"code":"BAD_REQUEST"' 'send {"command":"no-such-program","background":"a-b"}'
has 22 '"code":"NOT_FOUND"' 'no such program'
has 23 '"code":"BAD_REQUEST"' 'send {"command":"true","background":"x"}'
has 24 '"code":"BAD_REQUEST"' 'send {"background":"x"}'
has 25 '"code":"BAD_REQUEST"'
has 26 '"state":"ended"},"exitCode":7'
has 27 '"name":"other-name","state":"ended"},"exitCode":5'
