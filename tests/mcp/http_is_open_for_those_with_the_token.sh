# H9: a thousand connections that say nothing, or stop in the middle, do not keep a client with the
# token out.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
ulimit -n 2048 2> /dev/null || skip 'too few descriptors'
echo '{"tools":[{"name":"now","schema":{},"command":["echo","now"]}]}' > tools.json
listen -C workspace --tools ../tools.json
at_once() { # after FLOOD
  modern tools/call now '{}' && answers 200 "after $1"
  says '.result.content[0].text == "now"' "after $1"
}
for number in $(seq 500); do
  dial
  [ $((number % 3)) != 0 ] || printf 'POST /mcp HTTP/1.1\r\n' >&"$wire" 2> /dev/null || true
done
at_once 'half of them'
dial
kept=$wire
token=x request POST /mcp '{}' >&"$kept"
for number in $(seq 500); do dial; done
at_once 'all of them'
[ "$(ls /proc/$server/fd | wc -l)" -lt 300 ] || fail 'the server keeps them all'

# One that has shown the token stays.
dial
held=$wire
modern_fields tools/list
list=$(request POST /mcp '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{'"$meta"'}}' \
  "${posting[@]}" "${fields[@]}" && echo .)
ask_again() {
  printf %s "${list%.}" >&"$held"
  read -r -t 20 line <&"$held" || fail "no answer: $1"
  [[ $line == 'HTTP/1.1 200 OK'* ]] || fail "$1: $line"
  until [[ $line == *'"resultType"'* ]]; do read -r -t 20 line <&"$held" || fail "$1"; done
}
ask_again 'the first time'
for number in $(seq 100); do dial; done
at_once 'a hundred more'
ask_again 'the second time'
