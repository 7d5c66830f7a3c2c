# All pages of a search, one after the other, have what one large page has: each result once and in
# the same order, whatever the size of the pages and the limit of a file.
. "$(dirname "$0")/../shell.sh"
needs perl
cd "$dir"
mkdir -p tree/a/b tree/a.d tree/z
for path in a/b/x a/y a.d/x a-b; do
    printf 'needle 1\nother\nneedle 2\nneedle 3\n\n\nneedle 4\n' > "tree/$path"
done
printf 'needle\n' > "$(printf 'tree/z/n\xff')"
touch -d '2020-01-09 10:00' tree/a/y tree/a-b
touch -d '2020-01-08 10:00' tree/a/b/x
touch -d '2020-01-10 10:00' tree/a.d/x

cat > pages.pl <<'PERL'
use strict;
use warnings;
use JSON::PP;
my $tool = shift;

sub ask {
    my ($request) = @_;
    open my $file, '>', 'request' or die;
    print $file encode_json($request);
    close $file;
    my $line = `$tool --root tree < request 2>&1`;
    my $answer = decode_json($line);
    die encode_json($request), ": $line" unless $answer->{files};
    return $answer;
}

# Each result by its path and line, without the lines around it.
sub results_of {
    my ($answer) = @_;
    my @results;
    for my $file (@{$answer->{files}}) {
        my $path = ref $file ? $file->{pathBase64} // $file->{path} : $file;
        push @results, map { "$path:$_" } ref $file && $file->{lines}
            ? grep { /^\d+:/ } split /\n/, $file->{lines}
            : ref $file ? $file->{count} // '' : '';
    }
    return @results;
}

sub pages_of {
    my ($request, $size) = @_;
    my ($cursor, @results);
    for my $page (1 .. 40) {
        my $answer = ask({%$request, maxResults => $size, $cursor ? (cursor => $cursor) : ()});
        push @results, results_of($answer);
        $cursor = $answer->{nextCursor} or return @results;
        die 'a cursor without truncated' unless $answer->{truncated};
    }
    die encode_json($request), ": the pages have no end\n";
}

my @requests = (
    {query => 'needle'}, {query => 'needle', mode => 'files'}, {query => 'needle', mode => 'count'},
    {query => 'needle', maxPerFile => 3}, {query => 'needle', contextLines => 2},
    {query => 'needle', paths => ['z', 'a', 'a-b']}, {query => 'needle', path => 'a/y'},
    {pattern => 'needle 3.*needle|needle', multiline => JSON::PP::true},
);
push @requests, map { {%$_, sort => 'modified'} } @requests[0, 1, 3];
for my $request (@requests) {
    my @all = pages_of($request, 1000);
    die encode_json($request), " finds too little\n" if @all < 3;
    for my $size (2, 5) {
        my @parts = pages_of($request, $size);
        die encode_json($request), " in pages of $size:\n@all\n@parts\n" if "@all" ne "@parts";
    }
}
PERL
perl pages.pl "$bin/fs_search" > out 2>&1 || fail 'pages differ'
