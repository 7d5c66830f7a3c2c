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
    for my $number (1 .. @lines) {
        my $line = $lines[$number - 1];
        $is_fenced = !$is_fenced if $is_page && $line =~ /^ *```/;
        # What cannot be wrapped: a row of a table, what a program prints, a single long word, and a
        # raw string.
        my $is_fixed = $is_page ? $is_fenced || $line =~ /^\||^\S+$/ : $line =~ /R"/;
        my $width = $is_code ? $width_of_code : $width_of_text;
        print "width $path $number: $line\n" if length $line > $width && !$is_fixed;
        next if $path =~ /^CONTRIBUTING\.md$|^CHANGELOG\.md$/ || !($is_page || $is_product);
        $line =~ s/"\w+"|`\w+`|" [!=]= \w+"//g if $is_code; # a word of a language or of a protocol
        $line =~ s/--[a-z][a-z-]*//g; # the name of a flag
        for my $pattern (@patterns) {
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
