# rules.pl DIRECTORY…: prints "RULE FILE LINE: TEXT" for each line of the source tree, and for each
# file, that breaks a rule of CONTRIBUTING.md. The directories have the sources of the product. Words
# to avoid are read from its glossary, the width of code from .clang-format.
use strict;
use warnings;
use open qw(:std :encoding(UTF-8));

my $width_of_text = 100;
my $product = join '|', @ARGV or die 'usage: rules.pl DIRECTORY…';
@ARGV = ();

sub lines_of {
    my ($path) = @_;
    open my $file, '<', $path or die "$path: $!";
    my @lines = <$file>;
    chomp @lines;
    return @lines;
}

my ($width_of_code) = map { /^ColumnLimit: (\d+)/ } lines_of('.clang-format');
die '.clang-format has no ColumnLimit' unless $width_of_code;

# The rows of the glossary: | word | meaning | `avoided`, `avoided` |
my @avoided;
my $is_glossary = 0;
for my $line (lines_of('CONTRIBUTING.md')) {
    $is_glossary = $1 eq 'Glossary' if $line =~ /^## (.*)/;
    my @cells = split /\s*\|\s*/, $line;
    push @avoided, $cells[3] =~ /`([^`]+)`/g if $is_glossary && @cells == 4;
}
die 'CONTRIBUTING.md has no glossary' unless @avoided > 5;

# A plural is avoided with its word; "most_" is the beginning of names.
my @patterns = map { [s/ /-/r, /_$/ ? qr/\b$_/ : qr/\b\Q$_\Es?\b/i] } @avoided;

# Rooms that a standard or a library makes use the word: OAuth (RFC 6749), and Boost.Asio.
my %rooms_that_need = (endpoint => qr{^(agent/oauth|toolkit/web)/});

my @paths = map { chomp; s{^\./}{}r } `find . -name build -prune -o -name .git -prune -o -type f -print`;
@paths = sort grep { !m{^tests/fuzz/corpus/|^\.} } @paths;

my @lengths;
my %length_of_unit; # a header and its source
for my $path (@paths) {
    my $is_page = $path =~ /\.md$/;
    my $is_code = $path =~ /\.[ch]pp$/;
    my $is_script = $path =~ /\.(sh|cmake)$|CMakeLists\.txt$/;
    my $is_product = $path =~ m{^($product)/};
    next unless $is_page || $is_code || $is_script;
    my @lines = lines_of($path);
    my $is_fenced = 0;
    my $end_of_text = ''; # of a here-document or a raw string
    for my $number (1 .. @lines) {
        my $line = $lines[$number - 1];
        $is_fenced = !$is_fenced if $is_page && $line =~ /^ *```/;
        # What cannot be wrapped: a row of a table, what a program prints, a single long word, a raw
        # string, a here-document, and in a script a long string in quotes.
        my $is_fixed = $end_of_text ne '' || ($is_page ? $is_fenced || $line =~ /^\||^\S+$/
            : $is_code ? $line =~ /R"/ : $line =~ /'[^']{70}|"(?:[^"\\]|\\.){70}/);
        if ($end_of_text ne '') {
            $end_of_text = '' if $line =~ $end_of_text;
        } elsif ($is_code && $line =~ /R"(\w*)\((?!.*\)\1")/) {
            $end_of_text = qr/\)$1"/;
        } elsif ($is_script && $line =~ /(?<!<)<<-?\s*['"\\]?(\w+)/) {
            $end_of_text = qr/^\t*$1$/;
        }
        my $width = $is_code ? $width_of_code : $width_of_text;
        print "width $path $number: $line\n" if length $line > $width && !$is_fixed;
        next if $path =~ /^CONTRIBUTING\.md$|^CHANGELOG\.md$/ || !($is_page || $is_product);
        next if $is_fenced; # what a program prints is checked in its source
        # A word of a language or of a protocol, and the name of a flag.
        $line =~ s/`[\w.-]+`|--[a-z][a-z-]*//g;
        $line =~ s/"[\w-]+"|" [!=]= \w+"//g if $is_code;
        for my $pattern (@patterns) {
            my $rooms = $rooms_that_need{$pattern->[0]};
            next if $rooms && $path =~ $rooms;
            print "$pattern->[0] $path $number: $line\n" if $line =~ $pattern->[1];
        }
    }
    next unless $is_code && $is_product;
    push @lengths, scalar @lines;
    $length_of_unit{$path =~ s/\.[ch]pp$//r} += @lines;
    print 'length ', $path, ' ', scalar @lines, ": lines\n" if @lines > 500;
    print 'main ', $path, ' ', scalar @lines, ": lines\n" if $path =~ m{^tools/[^/]+/main\.cpp$} && @lines > 70;
}

# Of the files of the product, as a whole: this has no exceptions.
@lengths = sort { $a <=> $b } @lengths;
my $many = @lengths or die 'there are no files';
my @units = sort { $a <=> $b } values %length_of_unit;
my $crumbs = grep { $_ < 60 } @units;
die "half of the files have over 220 lines\n" if $lengths[$many / 2] > 220;
die "half of the units have under 100 lines\n" if $units[@units / 2] < 100;
die "one in ten files has over 300 lines\n" if $lengths[$many * 0.9] > 300;
die "$crumbs units have under 60 lines\n" if $crumbs > @units / 8;
