# functions.pl FILE…: prints "FILE LINE: …" for each function whose body spans more lines, or that has more parameters, than
# .clang-tidy allows (readability-function-size). Functions are found by their braces, so that a mistake is reported in a
# second; clang-tidy has the last word. As there, a lambda counts as part of the function around it.
use strict;
use warnings;
use open qw(:std :encoding(UTF-8));

my %limit;
open my $settings, '<', '.clang-tidy' or die ".clang-tidy: $!";
while (<$settings>) { $limit{$1} = $2 if /readability-function-size\.(\w+),\s*value: '(\d+)'/ }
die '.clang-tidy has no limits' unless $limit{LineThreshold} && $limit{ParameterThreshold};

# Replaces what could be mistaken for a brace or a parenthesis; keeps newlines.
sub without_texts {
    my ($text) = @_;
    $text =~ s{
        (//[^\n]* | /\*.*?\*/)
      | R"([^\s()\\]*)\(.*?\)\2"
      | "(?:\\.|[^"\\\n])*"
      | (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'
      | ^[ \t]*\#(?:\\\n|[^\n])*
    }{ (defined $1 ? ' ' : '0') . "\n" x ($& =~ tr/\n//) }gsemx;
    return $text;
}

# The lines to which a comment such as NOLINTNEXTLINE(readability-function-size) applies.
sub exempt_lines {
    my ($source) = @_;
    my ($number, $is_range, %exempt) = (0, 0);
    for my $line (split /\n/, $source) {
        ++$number;
        if ($line =~ /NOLINT(BEGIN|END|NEXTLINE)?\(readability-function-size\)/) {
            my $kind = $1 // '';
            $is_range = $kind eq 'BEGIN' if $kind =~ /^(BEGIN|END)$/;
            $exempt{$kind eq 'NEXTLINE' ? $number + 1 : $number} = 1;
        }
        $exempt{$number} = 1 if $is_range;
    }
    return \%exempt;
}

# The number of parameters of the function that this text declares: commas outside of brackets.
sub parameters_of {
    my ($head) = @_;
    $head =~ s/operator\s*\(\s*\)/operator_call/;
    $head =~ s/\b(?:noexcept|decltype|alignas|explicit)\s*(\((?:[^()]++|(?1))*\))//g;
    return 0 unless $head =~ /(\((?:[^()]++|(?1))*\))/;
    my $list = substr $1, 1, -1;
    1 while $list =~ s/<[^<>]*>|\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\]//g;
    return $list =~ /\S/ ? 1 + ($list =~ tr/,//) : 0;
}

sub is_function {
    my ($head) = @_;
    return 0 if $head =~ /^\s*(?:template\s*<.*>\s*)?(?:inline\s+)?(?:namespace|enum|class|struct|union|extern)\b[^()]*$/s;
    return $head =~ /\)[\s\w&]*$/ || $head =~ /\)[^()]*->[^={}]*$/s || $head =~ /\)\s*:.*[)}]\s*$/s;
}

for my $path (@ARGV) {
    open my $file, '<', $path or die "$path: $!";
    my $source = do { local $/; <$file> };
    my $exempt = exempt_lines($source);
    my $text = without_texts($source);
    my ($line, $head, $round) = (1, '', 0);
    my $began = 1; # the line on which `head` began
    my @open; # of each open brace: its kind, and what stood before it
    my $function; # the depth of the function that is read
    while ($text =~ /\G([^{}();\n]*)([{}();\n])/gc) {
        my ($before, $mark) = ($1, $2);
        if (!defined $function) {
            $began = $line if $head !~ /\S/;
            $head .= $before;
        }
        if ($mark eq "\n") { ++$line; $head .= ' ' unless defined $function; next }
        if ($mark eq '{') {
            my $kind = defined $function ? 'inner'
                : $round == 0 && is_function($head) ? 'function'
                : $round > 0 || $head =~ /[=\w>]\s*$/ && $head !~ /^\s*(?:template\s*<.*>\s*)?(?:inline\s+)?(?:namespace|enum|class|struct|union|extern)\b[^()]*$/s ? 'initialiser'
                : 'scope';
            push @open, [$kind, $head, $line, $round, grep { $exempt->{$_} } $began .. $line];
            ($function, $round) = (scalar @open, 0) if $kind eq 'function';
            $head = '' unless defined $function;
        } elsif ($mark eq '}') {
            my $closed = pop @open or die "$path $line: a brace is closed that is not open\n";
            my ($kind, $was, $first, $depth, $is_exempt) = @$closed;
            undef $function if $kind eq 'function';
            if ($kind eq 'function' && !$is_exempt) {
                my ($lines, $parameters) = ($line - $first, parameters_of($was));
                my ($name) = $was =~ /([\w:~]+)\s*\(/;
                $name //= 'a function';
                print "$path $first: $name has $lines lines (at most $limit{LineThreshold})\n" if $lines > $limit{LineThreshold};
                # clang-tidy does not count those of constructors.
                print "$path $first: $name has $parameters parameters (at most $limit{ParameterThreshold})\n"
                    if $parameters > $limit{ParameterThreshold} && $name !~ /(?:^|:)(\w+)::\1$/;
            }
            next if defined $function;
            ($head, $round) = $kind eq 'initialiser' ? ("$was\{}", $depth) : ('', 0);
        } elsif (!defined $function) {
            if ($mark eq ';') { $head = '' if $round == 0 }
            else { $head .= $mark; $round += $mark eq '(' ? 1 : -1 }
        }
    }
    die "$path: a brace stays open\n" if @open;
}
