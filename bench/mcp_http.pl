# mcp_http.pl PID PORT TOKEN CALLS: calls fs_stat of an MCP server over one connection, and prints
# the proportional memory of the server's processes before, between and after.
use strict;
use warnings;
use IO::Socket::INET;
use Time::HiRes 'time';

$| = 1;

my ($server, $port, $token, $calls) = @ARGV;

sub slurp { my ($path) = @_; local $/; open my $file, '<', $path or return ''; <$file> }

sub memory_of {
    my ($process) = @_;
    my ($sum) = slurp("/proc/$process/smaps_rollup") =~ /^Pss: +(\d+)/m;
    $sum += memory_of($_) for map { split ' ', slurp($_) } glob "/proc/$process/task/*/children";
    return $sum // 0;
}

sub report {
    my ($when) = @_;
    sleep 1;
    printf "%-20s %6d KiB\n", $when, memory_of($server);
}

my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port) or die "no server: $!";
$socket->setsockopt(6, 1, 1); # TCP_NODELAY
my $namespace = 'io.modelcontextprotocol';
my $meta = qq("_meta":{"$namespace/protocolVersion":"2026-07-28","$namespace/clientCapabilities":{}});
my $body = qq({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fs_stat",)
    . qq("arguments":{"path":"notes.txt"},$meta}});
my $request = join "\r\n", 'POST /mcp HTTP/1.1', "Host: 127.0.0.1:$port", "Authorization: Bearer $token",
    'Content-Type: application/json', 'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28', 'Mcp-Method: tools/call', 'Mcp-Name: fs_stat',
    'Content-Length: ' . length $body, '', $body;

sub call {
    syswrite $socket, $request;
    my $answer = '';
    until ($answer =~ /\r\n\r\n.*\}\n\z/s) {
        sysread $socket, $answer, 65536, length $answer or die "the connection ends: $answer";
    }
    $answer =~ /sizeBytes/ or die "a call failed: $answer";
}

report('started');
my @times;
for my $count (1 .. $calls) {
    my $begin = time;
    call();
    push @times, time - $begin if $count <= 10_000;
    report('after 1,000 calls') if $count == 1000;
}
report("after $calls calls");
@times = sort { $a <=> $b } @times;
printf "%-20s %6.0f us\n", 'a call, median', 1e6 * $times[@times / 2];
