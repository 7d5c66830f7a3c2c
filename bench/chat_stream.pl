#!/usr/bin/env perl
# A server on loopback for bench/chat.sh: prints its port, and says to "pieces=N pause=U" N pieces of 20 bytes, U microseconds
# between two, and then 8 times a letter, in each of four wires: chat completions, responses, messages, and generateContent. A request
# without tools (for a title) gets one word. Ends with its parent.
use strict;
use warnings;
use IO::Socket::INET;
use Socket qw(IPPROTO_TCP TCP_NODELAY);
use Time::HiRes qw(sleep);
$| = 1;
$SIG{CHLD} = 'IGNORE';
my $server = IO::Socket::INET->new(Listen => 64, LocalAddr => '127.0.0.1', ReuseAddr => 1) or die "cannot listen: $!";
print $server->sockport, "\n";

sub body_of {
    my ($client) = @_;
    my ($text, $begin) = ('');
    while (($begin = 4 + index $text, "\r\n\r\n") < 4) { sysread($client, $text, 1 << 16, length $text) or return }
    my $head = substr $text, 0, $begin;
    syswrite($client, "HTTP/1.1 100 Continue\r\n\r\n") if $head =~ /^expect:/mi;
    if (my ($length) = $head =~ /^content-length: *(\d+)/mi) {
        while (length($text) < $begin + $length) { sysread($client, $text, 1 << 20, length $text) or return }
    } elsif ($head =~ /^transfer-encoding: *chunked/mi) {
        while ($text !~ /\r\n0\r\n\r\n\z/) { sysread($client, $text, 1 << 20, length $text) or return }
    }
    return ($head, substr $text, $begin);
}

my $client;
sub put { my $text = join '', @_; syswrite($client, sprintf("%x\r\n%s\r\n", length $text, $text)) }
sub piece_of { my ($at) = @_; my $text = sprintf 'word word is %06d', $at; return $text . ($at % 16 == 15 ? '\n' : ' ') }

# Of each wire: what begins, a piece, and what ends, of which the whole text may be a part.
my %wires = (
    chat => {
        piece => sub { qq(data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"$_[0]"},"finish_reason":null}]}\n\n) },
        ends => sub { qq(data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":9,"total_tokens":18}}\n\ndata: [DONE]\n\n) },
    },
    responses => {
        begins => sub { qq(event: response.created\ndata: {"type":"response.created","response":{"id":"r","status":"in_progress"}}\n\nevent: response.output_item.added\ndata: {"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"i","role":"assistant","content":[]}}\n\n) },
        piece => sub { qq(event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"i","output_index":0,"content_index":0,"delta":"$_[0]"}\n\n) },
        ends => sub { qq(event: response.output_item.done\ndata: {"type":"response.output_item.done","output_index":0,"item":{"type":"message","id":"i","role":"assistant","content":[{"type":"output_text","text":"$_[0]","annotations":[]}]}}\n\nevent: response.completed\ndata: {"type":"response.completed","response":{"id":"r","status":"completed","output":[],"usage":{"input_tokens":9,"input_tokens_details":null,"output_tokens":9,"output_tokens_details":null,"total_tokens":18}}}\n\n) },
    },
    messages => {
        begins => sub { qq(event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n) },
        piece => sub { qq(event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"$_[0]"}}\n\n) },
        ends => sub { qq(event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\nevent: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":9}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n) },
        whole => sub { qq({"id":"m","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"$_[0]"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}) },
    },
    generate => {
        piece => sub { qq(data: {"candidates":[{"content":{"role":"model","parts":[{"text":"$_[0]"}]},"index":0}]}\r\n\r\n) },
        ends => sub { qq(data: {"candidates":[{"content":{"role":"model","parts":[{"text":""}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":9,"totalTokenCount":18}}\r\n\r\n) },
        whole => sub { qq({"candidates":[{"content":{"role":"model","parts":[{"text":"$_[0]"}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":9,"totalTokenCount":18}}) },
    },
);

sub stream {
    my ($wire, $pieces, $pause) = @_;
    syswrite($client, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
    put($wire->{begins}->()) if $wire->{begins};
    my ($whole, $some) = ('', '');
    for my $at (1 .. $pieces) {
        my $piece = $pieces == 1 ? 'title' : piece_of($at);
        $whole .= $piece;
        $some .= $wire->{piece}->($piece);
        next if !$pause && $at % 64 && $at < $pieces;
        put($some) or return;
        $some = '';
        sleep $pause / 1e6 if $pause;
    }
    my $end = $pieces == 1 ? '' : '\n\n' . chr(65 + $pieces / 100 % 26) x 8;
    put($wire->{piece}->($end)) if $end;
    put($wire->{ends}->("$whole$end"));
    syswrite($client, "0\r\n\r\n");
}

while ($client = $server->accept) {
    next if fork;
    setsockopt($client, IPPROTO_TCP, TCP_NODELAY, 1);
    my ($head, $body) = body_of($client) or exit;
    my $name = $head =~ m{^POST \S*/chat/completions} ? 'chat' : $head =~ m{^POST \S*/responses} ? 'responses'
      : $head =~ m{^POST \S*/messages(\?\S*)? } ? 'messages' : $head =~ m{^POST \S*enerateContent} ? 'generate' : '';
    my ($pieces, $pause) = (1, 0);
    ($pieces, $pause) = ($1, $2) while $body =~ /pieces=(\d+) pause=(\d+)/g;
    $pieces = 1 unless $body =~ /"tools" *: *\[ *\{/;
    my $wire = $wires{$name};
    if ($wire && ($head =~ /streamGenerateContent/ || $body =~ /"stream" *: *true/)) {
        stream($wire, $pieces, $pause);
    } else {
        my $answer = $wire && $wire->{whole} ? $wire->{whole}->('title') : '{"data":[],"totalTokens":9,"input_tokens":9}';
        syswrite($client, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " . length($answer) . "\r\n\r\n$answer");
    }
    exit;
}
