# figures.pl check: prints where bench/figures.txt and the pages that it names differ: each row of
# a table of figures has its rows there, with the same numbers in the same order.
# figures.pl benches: prints the benches that measure them.
# figures.pl measured BENCH < OUTPUT: prints NAME cited X measured Y for each figure of the bench;
# exits 1 if one has no value, unless the output says that its peer is missing.
use strict;
use warnings;

my %piece = (
    time => '.* ms against +[\d.]+ +([\d.]+) .*  ',
    processor => '.*processor time +([\d.]+),.*  ',
    memory => '.*, ([\d.]+ MB) against.*  ',
    "peer's memory" => '.* MB against ([\d.]+)\)  ',
    hits => ' *\d+ hits ',
    quickest => '(?: +\S+){7} +([\d.]+)$', # the ratio after the figures of all
);
my %is_of_figures = map { $_ => 1 } 'ratio', 'figure', 'tools', 'their bytes', 'in all';

sub slurp { my ($path) = @_; local (@ARGV, $/) = $path; scalar <> }

# Returns the groups of bench/figures.txt, each with its page, beginning and figures.
sub groups {
    my @groups;
    for (split /\n/, slurp('bench/figures.txt')) {
        next if /^#|^$/;
        if (/^== (\S+): (.*)/) { push @groups, {page => $1, beginning => $2, figures => []}; next }
        my ($name, $cited, $bench, $pattern) = split / \| /, $_, 4;
        my %figure = (name => $name, cited => $cited, pattern => $pattern);
        @figure{'bench', 'peer'} = split / /, $bench;
        push @{$groups[-1]{figures}}, \%figure;
    }
    return @groups;
}

# Returns the numbers in a text, without those in code, targets of links and versions of programs.
sub numbers {
    my ($text) = @_;
    $text =~ s/`[^`]*`|\]\([^)]*\)|(?:ripgrep|Linux) [\d.]+//g;
    return $text =~ /\b\d(?:[\d,.]*\d)?/g;
}

# Returns the rows of the tables of figures, and the paragraphs, each with the text of its figures.
sub blocks {
    my ($page) = @_;
    my (@blocks, @is_figure);
    my $text = slurp($page);
    for my $line (split /\n/, $text) {
        if ($line !~ /^\| (.*) \|$/) { @is_figure = (); next }
        my @cells = split / \| /, $1;
        next if $line =~ /^\| ---/;
        if (!@is_figure) { @is_figure = map { $is_of_figures{$_} // 0 } @cells; next }
        next unless grep { $_ } @is_figure;
        my $figures = join ' ', map { $is_figure[$_] ? $cells[$_] : () } 0 .. $#cells;
        push @blocks, {text => join(' | ', @cells), figures => $figures, is_row => 1};
    }
    push @blocks, map { {text => s/\s+/ /gr, figures => $_} } split /\n\n|\n(?=- )/, $text;
    return @blocks;
}

sub differences {
    my @differences;
    my @groups = groups();
    my %is_page = map { $_->{page} => 1 } @groups;
    for my $page (sort keys %is_page) {
        my @blocks = blocks($page);
        for my $group (grep { $_->{page} eq $page } @groups) {
            my ($block) = grep { index($_->{text}, $group->{beginning}) == 0 } @blocks;
            my $name = "$page: $group->{beginning}";
            if (!$block) { push @differences, "$name is not there"; next }
            $block->{has_rows} = 1;
            my $here = join ' ', map { numbers($_->{cited}) } @{$group->{figures}};
            my $there = join ' ', numbers($block->{figures});
            # A paragraph has other numbers, too.
            my $pattern = $block->{is_row} ? qr/^\Q$here\E$/ : join '.*\b', map { quotemeta } split / /, $here;
            push @differences, "$name has $there, and bench/figures.txt $here" if $there !~ $pattern;
        }
        push @differences, map { "$page: bench/figures.txt lacks $_->{text}" }
            grep { $_->{is_row} && !$_->{has_rows} } @blocks;
    }
    return @differences;
}

sub measured {
    my ($figure, $output) = @_;
    my $pattern = $figure->{pattern} =~ s/(?<!\(\?)<([a-z' ]+)>/$piece{$1} \/\/ die "there is no <$1>"/ger;
    my @values;
    while ($output =~ /$pattern/mg) {
        my $value = $1;
        if (defined $+{less}) { $value = sprintf '%.1f', $1 - $+{less} }
        elsif (defined $+{by}) { $value = $+{by} > 0 ? sprintf('%.3g', $1 / $+{by}) : 0 }
        push @values, $value;
    }
    return unless @values;
    @values = sort { ($a =~ /^([-\d.]+)/)[0] <=> ($b =~ /^([-\d.]+)/)[0] } @values;
    return $values[0] eq $values[-1] ? $values[0] : "$values[0] to $values[-1]";
}

sub print_measured {
    my ($bench, $output) = @_;
    my $failures = 0;
    for my $group (groups()) {
        for my $figure (grep { $_->{bench} eq $bench } @{$group->{figures}}) {
            my $value = measured($figure, $output);
            my $lacks = $figure->{peer} && $output =~ /^no peers?: .*\Q$figure->{peer}\E/m;
            $failures = 1 if !defined $value && !$lacks;
            $value //= $lacks ? "nothing: there is no $figure->{peer}" : 'nothing';
            print "$group->{page}, $group->{beginning}: $figure->{name} cited $figure->{cited} measured $value\n";
        }
    }
    return $failures;
}

my $what = shift // '';
if ($what eq 'check') {
    my @differences = differences();
    print map { "$_\n" } @differences;
    exit(@differences ? 1 : 0);
}
if ($what eq 'benches') {
    my %is_bench = map { $_->{bench} => 1 } map { @{$_->{figures}} } groups();
    delete $is_bench{'-'};
    print map { "$_\n" } sort keys %is_bench;
    exit;
}
exit print_measured($ARGV[0], do { local $/; <STDIN> }) if $what eq 'measured';
die "check, benches or measured BENCH\n";
