# A server that speaks plain HTTP is named as that when https is asked of it, at once and without a
# second try.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
echo '{"tools":[]}' > tools.json
perl -MIO::Socket::INET -e '
    my $server = IO::Socket::INET->new(LocalAddr => "127.0.0.1", Listen => 1) or die;
    open my $port, ">", "port.new";
    print $port $server->sockport, "\n"; close $port; rename "port.new", "port";
    alarm 20;
    my $client = $server->accept; sysread $client, my $hello, 1;
    print $client "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"; close $client;' &
server=$!
at_end 'kill $server 2> /dev/null || true'
for _ in $(seq 100); do [ -s port ] && break; sleep 0.05; done
status=0
OAI_BASE_URL=https://127.0.0.1:$(cat port)/v1 OAI_MODEL=m "$bin/agentcli" --tools tools.json \
  --prompt hello > out 2> err || status=$?
[ "$status" = 1 ] || { echo "FAILED: it exits with $status"; cat err; exit 1; }
grep \
  -q 'cannot speak TLS with 127.0.0.1:[0-9]*: .*; it may speak no TLS: --base-url http://… asks without$' err || { echo FAILED; cat err; exit 1; }
