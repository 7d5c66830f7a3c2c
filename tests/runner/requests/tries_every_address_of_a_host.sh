# A host whose first addresses are dead is reached by its last one, also if it is a proxy; and if
# none can be reached, the error names each.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
command -v perl > /dev/null || { echo 'there is no perl to serve with'; exit 77; }
as_root=()
[ "$(id -u)" = 0 ] || as_root=(--map-root-user)
unshare --mount "${as_root[@]}" true 2> /dev/null || skip 'there are no mount namespaces'
with_own_mounts "${as_root[@]}"
server=
at_end '[ -z "$server" ] || kill "$server" 2> /dev/null || true'
cd "$dir"
printf '%s many.test\n' 127.0.0.1 127.0.0.2 127.0.0.3 ::1 > hosts
printf '%s dead.test\n' 127.0.0.2 127.0.0.4 >> hosts
mount --bind hosts /etc/hosts

# 127.0.0.3 answers; at its port 127.0.0.1 listens and never answers, since its backlog is full;
# nobody listens at the others.
perl -MSocket -e '
    sub listening {
        my ($address, $port, $backlog) = @_;
        socket(my $listener, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
        bind($listener, pack_sockaddr_in($port, inet_aton($address))) or return;
        listen($listener, $backlog) or die "listen: $!";
        return $listener;
    }
    my ($answering, $port, $silent);
    until ($silent) { # another test may have the port of the other address
        $answering = listening("127.0.0.3", 0, 16) or die "bind: $!";
        ($port) = unpack_sockaddr_in(getsockname($answering));
        $silent = listening("127.0.0.1", $port, 0);
    }
    my @clients = map {
        socket(my $client, PF_INET, SOCK_STREAM | 2048, 0) or die "socket: $!"; # SOCK_NONBLOCK
        connect($client, pack_sockaddr_in($port, inet_aton("127.0.0.1")));
        $client;
    } 1 .. 4;
    open(my $file, ">", "port.new") or die "port: $!";
    print {$file} $port;
    close($file);
    rename("port.new", "port");
    while (accept(my $connection, $answering)) {
        my $request = "";
        sysread($connection, $request, 65536, length $request) or last
            until $request =~ /\r\n\r\n.*\}\s*$/s;
        my $body = q({"choices":[{"message":{"content":"reached"}}]});
        syswrite($connection, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " .
            length($body) . "\r\n\r\n" . $body);
        close($connection);
    }' 2> server.err &
server=$!
for _ in $(seq 200); do [ -e port ] || sleep 0.02; done
[ -e port ] || fail "the server: $(cat server.err)"
port=$(cat port)
agentcli() { env -i PATH="$PATH" HOME=/proc/nonexistent OAI_MODEL=m "$@" "$bin/agentcli" \
  --prompt hello --http-retries 0 --audit best-effort > out 2> err; }

agentcli OAI_BASE_URL="http://many.test:$port/v1" || fail 'the host is not reached'
grep -qx reached out || fail 'another answer'
agentcli OAI_BASE_URL=http://model.test/v1 HTTP_PROXY="http://many.test:$port" \
  || fail 'the proxy is not reached'
grep -qx reached out || fail 'another answer by the proxy'
! agentcli OAI_BASE_URL="http://dead.test:$port/v1" || fail 'the dead host answers'
grep -Eqx \
  "agentcli: cannot connect to dead\.test:$port: connection refused \(127\.0\.0\.[24], 127\.0\.0\.[24]\); start the server, .*" err \
  || fail 'the addresses are not named'
echo '127.0.0.1 dead.test' >> hosts
! env -i PATH="$PATH" OAI_MODEL=m HTTP_PROXY="http://dead.test:$port" \
  OAI_BASE_URL=http://model.test/v1 \
    "$bin/agentcli" --prompt hello --http-retries 0 --timeout 600ms > out 2> err \
    || fail 'the dead proxy answers'
grep -q "cannot connect to the proxy dead\.test:$port: .*no answer (127\.0\.0\.1)" err \
  && grep -q 'connection refused (127' err \
    && grep -q 'within 600ms; --timeout allows' err \
    || fail 'the addresses of the proxy are not named'
