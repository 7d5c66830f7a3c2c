# Each link of a page to a file, and each to a heading, leads to one that is there. The pages are
# those of the sources, or of the directory that is the second argument.
. "$(dirname "$0")/../shell.sh"
needs perl
cd "${2:-$source}"

perl -CSD - $(find . -name build -prune -o -name '*.md' -print) > "$dir/out" <<'PERL'
use strict;
use warnings;

# The lines of a page without what is in fences.
sub text_of {
    my ($path) = @_;
    open my $file, '<', $path or die "$path: $!";
    my ($is_fenced, @lines) = (0);
    while (my $line = <$file>) {
        $is_fenced = !$is_fenced if $line =~ /^ *```/;
        push @lines, $line unless $is_fenced;
    }
    return @lines;
}

# As GitHub makes an anchor of a heading.
sub anchors_of {
    my ($path) = @_;
    my (%anchors, %count);
    for (text_of($path)) {
        next unless /^#+ +(.*?) *$/;
        my $anchor = lc $1;
        $anchor =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
        $anchor =~ s/[^\w\- ]//g;
        $anchor =~ tr/ /-/;
        my $before = $count{$anchor}++;
        $anchors{$before ? "$anchor-$before" : $anchor} = 1;
    }
    return \%anchors;
}

my $links = 0;
for my $page (@ARGV) {
    my $directory = $page =~ s{[^/]*$}{}r;
    for my $line (text_of($page)) {
        $line =~ s/`[^`]*`//g;
        while ($line =~ /\]\(([^)\s]+)\)/g) {
            my ($path, $anchor) = split /#/, $1, 2;
            next if $path =~ /^[a-z]+:/;
            ++$links;
            my $target = $path eq '' ? $page : "$directory$path";
            if (!-e $target) { print "$page: there is no $path\n" }
            elsif (defined $anchor && $target =~ /\.md$/ && !anchors_of($target)->{$anchor}) {
                print "$page: $target has no heading #$anchor\n";
            }
        }
    }
}
die 'there are no links' unless $links > 30;
PERL
[ ! -s "$dir/out" ] || { cd "$dir"; fail 'links are broken'; }
