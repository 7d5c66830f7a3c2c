#!/usr/bin/env perl
# A server on loopback that prints its port, and keeps the body of each POST as a numbered file of the directory that is its
# argument. It answers each request with an error that is not tried again. Ends with its parent.
use strict;
use warnings;
use IO::Socket::INET;
$| = 1;
my ($directory) = @ARGV;
my $server = IO::Socket::INET->new(Listen => 16, LocalAddr => '127.0.0.1') or die "cannot listen: $!";
print $server->sockport, "\n";
my $number = 0;

sub body_of {
    my ($client) = @_;
    my $text = '';
    my $begin;
    while (($begin = 4 + index $text, "\r\n\r\n") < 4) { sysread($client, $text, 1 << 16, length $text) or return }
    return '' unless $text =~ /^POST /;
    syswrite($client, "HTTP/1.1 100 Continue\r\n\r\n") if substr($text, 0, $begin) =~ /^expect:/mi;
    if (my ($length) = substr($text, 0, $begin) =~ /^content-length: *(\d+)/mi) {
        while (length($text) < $begin + $length) { sysread($client, $text, 1 << 20, length $text) or return }
        return substr $text, $begin, $length;
    }
    # In chunks.
    while ($text !~ /\r\n0\r\n\r\n\z/) { sysread($client, $text, 1 << 20, length $text) or return }
    my ($body, $at) = ('', $begin);
    while (substr($text, $at) =~ /\A([0-9a-fA-F]+)[^\r]*\r\n/) {
        last unless hex $1;
        $body .= substr $text, $at + length $&, hex $1;
        $at += length($&) + hex($1) + 2;
    }
    return $body;
}

my $answer = '{"error":{"type":"invalid_request_error","message":"no model here","code":400,"status":"INVALID_ARGUMENT"}}';
while (my $client = $server->accept) {
    my $body = body_of($client);
    if (defined $body && length $body && open my $file, '>:raw', "$directory/" . ++$number) {
        print $file $body;
    }
    syswrite($client, "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
        . length($answer) . "\r\n\r\n$answer");
    close $client;
}
