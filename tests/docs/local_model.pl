#!/usr/bin/env perl
# Plays the local model of the pages: a server of chat completions on loopback that prints its port.
# @conversations has the prompts of the pages, and for each the replies: calls of tools, then a text,
# or a function that makes one of the last result and all messages. A prompt "Status N TEXT" gets the
# status N with TEXT as the error, and any other prompt a text that says so. Embeddings are constant.
use strict;
use warnings;
use IO::Socket::INET;
use JSON::PP;
$| = 1;
$SIG{CHLD} = 'IGNORE';

my @conversations = (
    [qr/^total\.sh adds up/,
        [fs_read_lines => {path => 'total.sh'}], [fs_read_lines => {path => 'order.txt'}],
        [fs_edit => {path => 'total.sh', oldString => 'sum + price', newString => 'sum + price * count'}],
        [exec => {command => 'sh total.sh order.txt'}],
        'total.sh added each price once, whatever the count. It multiplies now, and prints 2050.'],
    [qr/^Which drinks are in menu\.txt/,
        [fs_read_lines => {path => 'menu.txt'}], 'Tea, cocoa and milk.'],
    [qr/^Write hello\.c/,
        [fs_write_file => {path => 'hello.c', content => qq(#include <stdio.h>\nint main(void) { puts("hello"); }\n)}],
        [exec => {command => 'cc -o hello hello.c && ./hello'}],
        sub { $_[0] =~ /"stdout":"(\w+)/; qq(hello.c is built, and prints "$1".) }],
    [qr/^What time is it in Helsinki/,
        [get_time => {timezone => 'Europe/Helsinki'}], sub { $_[0] =~ /T(\d\d:\d\d)/; "It is $1 in Helsinki." }],
    [qr/^Where are prices added up/, [scratchpad => {found => [], toFind => []}]],
    [qr/^Your scratchpad/, sub {
        my (undef, $messages) = @_;
        return [fs_search => {query => 'price'}] unless grep { ($_->{content} // '') =~ /filesSearched/ } @$messages;
        return [report => {answer => 'Nowhere.', findings => [], open => ['all files']}];
    }],
    [qr/^How many words has plan\.txt/,
        [words => {path => 'plan.txt'}], sub { $_[0] =~ /"words": (\d+)/; "plan.txt has $1 words." }],
);

# Returns the reply to the messages: the step after those that the model has taken since the prompt.
sub reply {
    my ($messages) = @_;
    my ($prompt) = map { $messages->[$_]{role} eq 'user' ? $_ : () } reverse 0 .. $#$messages;
    my $said = grep { $_->{role} eq 'assistant' } @$messages[$prompt .. $#$messages];
    my ($conversation) = grep { $messages->[$prompt]{content} =~ $_->[0] } @conversations;
    my $step = $conversation ? $conversation->[$said + 1] : 'I do not know this prompt.';
    $step = $step->($messages->[-1]{content}, $messages) if ref $step eq 'CODE';
    return {role => 'assistant', content => $step} unless ref $step;
    my %function = (name => $step->[0], arguments => encode_json($step->[1]));
    return {role => 'assistant', content => undef,
        tool_calls => [{id => "c$said", type => 'function', function => \%function}]};
}

# Returns the status and the body of the response to a request, or to GET /models.
sub response {
    my ($request) = @_;
    return ('200 OK', {data => [{id => 'local'}]}) unless $request;
    if (my $input = $request->{input}) {
        my @texts = ref $input ? @$input : $input;
        return ('200 OK', {data => [map { {index => $_, embedding => [0.5, 0.25]} } 0 .. $#texts]});
    }
    my $message = reply($request->{messages});
    return ("$1 Refused", {error => {message => $2}})
        if ($request->{messages}[-1]{content} // '') =~ /^Status (\d+) (.*)/;
    my $reason = $message->{tool_calls} ? 'tool_calls' : 'stop';
    return ('200 OK', {choices => [{index => 0, message => $message, finish_reason => $reason}]});
}

sub serve {
    my ($client) = @_;
    my $text = '';
    while (1) {
        my $begin;
        while (($begin = 4 + index $text, "\r\n\r\n") < 4) { sysread($client, $text, 1 << 16, length $text) or return }
        my ($length) = ($text =~ /^content-length: *(\d+)/mi, 0);
        syswrite($client, "HTTP/1.1 100 Continue\r\n\r\n") if substr($text, 0, $begin) =~ /^expect:/mi;
        while (length($text) < $begin + $length) { sysread($client, $text, 1 << 20, length $text) or return }
        my $request = substr $text, $begin, $length;
        substr($text, 0, $begin + $length) = '';
        my ($status, $body) = response($length ? decode_json($request) : undef);
        $body = encode_json($body);
        syswrite($client, "HTTP/1.1 $status\r\nContent-Type: application/json\r\nContent-Length: " . length($body) . "\r\n\r\n$body");
    }
}

my $server = IO::Socket::INET->new(Listen => 16, LocalAddr => '127.0.0.1') or die "cannot listen: $!";
print $server->sockport, "\n";
while (my $client = $server->accept) {
    next if fork;
    serve($client);
    exit;
}
