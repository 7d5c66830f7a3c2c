# The sandbox of a call has the network of its list, the files that tell how names are looked up,
# and nothing else.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3 strace
cd "$dir"
strace -o /dev/null true 2> /dev/null || skip 'nothing can be traced here'
start_server
strace -f -o trace "$bin/fetch_url" --allow-host "localhost:$port" --allow-private \
  <<< "{\"url\":\"http://localhost:$port/json\"}" > out 2> err || fail 'it fails if it is traced'
has '"status":200'
sed '1,/seccomp(/d' trace > after
grep -q 'connect(' after || fail 'the connection is opened before the sandbox'
grep -E 'open(at2?)?\(' after | grep -v 'EACCES\|ENOENT' | sed 's/.*open[^"]*"//; s/".*//' > opened
! grep -vE '^/etc/(nsswitch.conf|resolv.conf|hosts|host.conf|gai.conf)$' opened \
  || fail 'it opens other files'
