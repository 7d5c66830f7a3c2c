#!/usr/bin/env perl
# A server of chat completions on loopback for the benches: prints its port, and answers each connection in a process of its own, with "done" behind
# as many calls of get_time as the path begins with: /1000/v1/chat/completions. Ends with its parent.
use strict;
use warnings;
use IO::Socket::INET;
use Socket qw(IPPROTO_TCP TCP_NODELAY);
$| = 1;
$SIG{CHLD} = 'IGNORE';
my $server = IO::Socket::INET->new(Listen => 16, LocalAddr => '127.0.0.1') or die "cannot listen: $!";
print $server->sockport, "\n";

sub answer {
    my ($step, $calls) = @_;
    my $message = '{"role":"assistant","content":"done"}';
    $message = qq({"role":"assistant","content":null,"tool_calls":[{"id":"c$step","type":"function","function":{"name":"get_time","arguments":"{\\"timezone\\":\\"Europe/Berlin\\"}"}}]})
      if $step < $calls;
    return qq({"id":"x","object":"chat.completion","choices":[{"index":0,"message":$message,"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":9}});
}

sub serve {
    my ($client) = @_;
    setsockopt($client, IPPROTO_TCP, TCP_NODELAY, 1);
    my $text = '';
    for (my $step = 0;; ++$step) {
        my $begin;
        while (($begin = 4 + index $text, "\r\n\r\n") < 4) { sysread($client, $text, 1 << 16, length $text) or return }
        my ($calls) = $text =~ m{^POST /(\d+)/};
        my ($length) = $text =~ /^content-length: *(\d+)/mi;
        syswrite($client, "HTTP/1.1 100 Continue\r\n\r\n") if substr($text, 0, $begin) =~ /^expect:/mi;
        while (length($text) < $begin + $length) { sysread($client, $text, 1 << 20, length $text) or return }
        $text = substr $text, $begin + $length;
        my $body = answer($step, $calls // 0);
        syswrite($client, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " . length($body) . "\r\n\r\n$body");
    }
}

while (my $client = $server->accept) {
    next if fork;
    serve($client);
    exit;
}
