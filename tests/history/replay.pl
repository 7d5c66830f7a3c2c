#!/usr/bin/env perl
# replay.pl APPLY_PATCH REPOSITORY [NEWEST]: every commit of a git repository (or its NEWEST ones) becomes a patch, which our
# tool applies to the files that the commit touches, as they were in its parent. What comes of it must be, byte for byte and
# mode for mode, what the commit made of them. Forms of the patch:
#   U3, U0   git's own unified diff; without context, a refusal counts only where git apply takes the patch
#   places   the "*** Begin Patch" form with the numbers of the hunks as a hint of their place
#   bare     the same with "@@" alone, as models write it; AMBIGUOUS is a right answer to lines that stand twice, and CONFLICT to one more in
#            a run of equal lines: nothing tells it from one that has been put in
# Counted apart, since no form of the patch can hold them: binary files, symbolic links, submodules; a patch that is not UTF-8 or
# over the size of a request; what the "*** Begin Patch" form has no words for (names, new modes, files without a final
# newline). Merges are left out. Ends with a table; exits 1 where a commit was refused or came out wrong.
use strict;
use warnings;
use Encode ();
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use IPC::Open2 qw(open2);

my ($tool, $repository, $newest) = @ARGV;
die "usage: replay.pl APPLY_PATCH REPOSITORY [NEWEST]\n" unless $repository;
$ENV{LC_ALL} = 'C';
my $work = tempdir(CLEANUP => 1);
my $most_request = 60 * 1024 * 1024;
my (%count, @failures);

sub git {
    my @command = ('git', '-C', $repository, @_);
    open(my $pipe, '-|:raw', @command) or die "git: $!\n";
    local $/;
    my $output = <$pipe> // '';
    close $pipe or die "failed: @command\n";
    return $output;
}

my ($blobs_out, $blobs_in);
sub blob {
    my ($id) = @_;
    unless ($blobs_in) {
        open2($blobs_out, $blobs_in, 'git', '-C', $repository, 'cat-file', '--batch');
        binmode $_ for $blobs_out, $blobs_in;
    }
    print $blobs_in "$id\n";
    $blobs_in->flush;
    my ($size) = (scalar <$blobs_out>) =~ / blob (\d+)$/ or die "no blob $id\n";
    my $read = 0;
    my $bytes = '';
    $read += read($blobs_out, $bytes, $size + 1 - $read, $read) while $read < $size + 1;
    return substr($bytes, 0, $size);
}

sub write_file {
    my ($path, $bytes, $mode) = @_;
    make_path($1) if $path =~ m{^(.*)/};
    open(my $file, '>:raw', $path) or die "$path: $!\n";
    print $file $bytes;
    close $file or die "$path: $!\n";
    chmod $mode, $path;
}

sub read_file {
    my ($path) = @_;
    open(my $file, '<:raw', $path) or return;
    local $/;
    return <$file> // '';
}

# Every file beneath a directory, by its name.
sub files_in {
    my ($directory, $prefix, $found) = @_;
    opendir(my $handle, $directory) or die "$directory: $!\n";
    for my $name (grep { $_ ne '.' && $_ ne '..' } readdir $handle) {
        my $path = "$directory/$name";
        if (-d $path && !-l $path) { files_in($path, "$prefix$name/", $found) }
        else { $found->{"$prefix$name"} = 1 }
    }
    return $found;
}

# What a commit does, file by file; those that no patch can hold are counted and left out.
sub changes_of {
    my ($parent, $commit) = @_;
    my @fields = split /\0/, git(qw(diff-tree -r -M -z --raw --numstat --no-ext-diff --no-textconv), $parent, $commit);
    my (@changes, %is_binary, %apart);
    while (@fields) {
        my $field = shift @fields;
        if ($field =~ /^:(\d+) (\d+) (\w+) (\w+) ([A-Z])/) {
            my $change = {old_mode => $1, new_mode => $2, old_id => $3, new_id => $4, status => $5, from => shift @fields};
            $change->{to} = $5 eq 'R' || $5 eq 'C' ? shift @fields : $change->{from};
            push @changes, $change;
        } elsif ($field =~ /^(\S+)\t\S+\t(.*)$/s) {
            my $name = $2 eq '' ? (splice @fields, 0, 2)[1] : $2;
            $is_binary{$name} = 1 if $1 eq '-';
        }
    }
    my @plain;
    for my $change (@changes) {
        my $modes = "$change->{old_mode} $change->{new_mode}";
        my $kind = $modes =~ /160000/ ? 'submodules' : $modes =~ /120000/ ? 'links' : $is_binary{$change->{to}} ? 'binary' : '';
        if ($kind) { $apart{$kind} = 1 }
        else { push @plain, $change }
    }
    $count{"with $_"}++ for keys %apart;
    return @plain;
}

sub materialise {
    my ($changes) = @_;
    remove_tree("$work/tree");
    make_path("$work/tree");
    for my $change (@$changes) {
        next if $change->{status} eq 'A';
        write_file("$work/tree/$change->{from}", $change->{old_bytes}, oct($change->{old_mode}) & 0777);
    }
}

# What is wrong with the tree; nothing where it is as the commit has it.
sub difference {
    my ($changes, $has_modes) = @_;
    my %expected;
    for my $change (@$changes) {
        $expected{$change->{from}} //= undef;
        $expected{$change->{from}} = $change if $change->{status} eq 'C' && !$expected{$change->{from}};
    }
    for my $change (@$changes) { $expected{$change->{to}} = $change if $change->{status} ne 'D' }
    my $there = files_in("$work/tree", '', {});
    for my $name (sort keys %expected) {
        my $change = $expected{$name};
        next if !$change && !delete $there->{$name};
        return "$name is still there" unless $change;
        return "$name is missing" unless delete $there->{$name};
        my $is_source = $name ne $change->{to};
        return "$name has other bytes" if read_file("$work/tree/$name") ne $change->{$is_source ? 'old_bytes' : 'new_bytes'};
        my $mode = (stat "$work/tree/$name")[2] & 0111 ? '100755' : '100644';
        return "$name has mode $mode" if $has_modes && $mode ne $change->{$is_source ? 'old_mode' : 'new_mode'};
    }
    my ($more) = sort keys %$there;
    return defined $more ? "$more should not be there" : '';
}

sub json_string {
    my ($text) = @_;
    my %short = ("\n" => '\n', "\t" => '\t', "\r" => '\r', '"' => '\"', '\\' => '\\\\');
    $text =~ s/([\x00-\x1f"\\])/$short{$1} \/\/ sprintf('\u%04x', ord $1)/ge;
    return "\"$text\"";
}

sub run {
    my ($patch) = @_;
    write_file("$work/request", '{"unifiedDiff":' . json_string($patch) . '}', 0600);
    my $child = fork // die "fork: $!\n";
    unless ($child) {
        open(STDIN, '<', "$work/request") && open(STDOUT, '>', '/dev/null') && open(STDERR, '>', "$work/error") or exit 126;
        exec {$tool} $tool, '--root', "$work/tree" or exit 127;
    }
    waitpid $child, 0;
    return $? == 0 ? '' : read_file("$work/error") || "status $?";
}

# One commit in one form.
sub check {
    my ($form, $commit, $patch, $changes) = @_;
    return if $patch eq '';
    return $count{"$form not UTF-8"}++ unless eval { Encode::decode('UTF-8', my $copy = $patch, Encode::FB_CROAK); 1 };
    return $count{"$form too large"}++ if length $patch > $most_request;
    materialise($changes);
    my $error = run($patch);
    if ($error ne '') {
        return $count{'bare ambiguous'}++ if $form eq 'bare' && $error =~ /"code":"AMBIGUOUS"/;
        return $count{'bare taken for applied'}++ if $form eq 'bare' && $error =~ /"code":"CONFLICT"/;
        return $count{'U0 refused by git too'}++ if $form eq 'U0' && !git_takes($patch, $changes);
        $count{"$form refused"}++;
        return push @failures, "$commit $form: $error";
    }
    my $wrong = difference($changes, $form =~ /^U/);
    return $count{"$form right"}++ if $wrong eq '';
    $count{"$form WRONG"}++;
    push @failures, "$commit $form: $wrong\n";
}

sub git_takes {
    my ($patch, $changes) = @_;
    materialise($changes);
    write_file("$work/patch", $patch, 0600);
    return system("cd '$work/tree' && git apply --unidiff-zero --whitespace=nowarn '$work/patch' 2> /dev/null") == 0
        && difference($changes, 1) eq '';
}

# The hunks of a unified diff, a text for each file, in the order of the changes.
sub hunks_by_file {
    my ($diff) = @_;
    my (@files, $old, $new);
    for my $line ($diff =~ /[^\n]*\n/g) {
        if ($old || $new) {
            $files[-1] .= $line;
            $old-- if $line =~ /^[ -]/;
            $new-- if $line =~ /^[ +]/;
        } elsif ($line =~ /^diff --git /) { push @files, '' }
        elsif ($line =~ /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/) {
            ($old, $new) = ($1 // 1, $2 // 1);
            $files[-1] .= $line;
        } elsif ($line =~ /^\\/) { $files[-1] .= $line }
    }
    return @files;
}

# Nothing where the form has no words for what a commit does.
sub envelope {
    my ($changes, $hunks, $has_numbers) = @_;
    my $patch = "*** Begin Patch\n";
    for my $index (0 .. $#$changes) {
        my $change = $changes->[$index];
        my $body = $hunks->[$index] // return;
        return if "$change->{from}$change->{to}" =~ /[\x00-\x1f]|^\s|\s$/ || $change->{status} !~ /^[ADMR]$/;
        if ($change->{status} eq 'D') { $patch .= "*** Delete File: $change->{from}\n"; next }
        if ($change->{status} eq 'A') {
            return if $body =~ /^\\/m;
            $body =~ s/^@@.*\n//;
            $patch .= "*** Add File: $change->{to}\n$body";
            next;
        }
        return if $body eq '' && $change->{from} eq $change->{to}; # a new mode alone
        if ($has_numbers) { $body =~ s/^(@@ [^@]*@@).*$/$1/mg }
        else { $body =~ s/^@@ .*$/@@/mg }
        $patch .= "*** Update File: $change->{from}\n";
        $patch .= "*** Move to: $change->{to}\n" if $change->{from} ne $change->{to};
        $patch .= $body;
    }
    return "$patch*** End Patch\n";
}

sub replay {
    my ($parent, $commit) = @_;
    my @changes = changes_of($parent, $commit) or return $count{'without text'}++;
    $count{'with text'}++;
    for my $change (@changes) {
        $change->{old_bytes} = blob($change->{old_id}) if $change->{status} ne 'A';
        $change->{new_bytes} = blob($change->{new_id}) if $change->{status} ne 'D';
    }
    my @paths = map { ":(literal,top)$_" } map { ($_->{from}, $_->{to}) } @changes;
    my @diff = (qw(diff-tree -r -p -M --full-index --no-ext-diff --no-textconv), $parent, $commit, '--');
    @paths = () if @paths > 2000; # more than a command line takes
    my $diff = git(@diff[0 .. 3], '-U3', @diff[4 .. $#diff], @paths);
    return $count{'too many files of which some are no text'}++ if $diff =~ /^(?:Binary files .* differ$|Subproject)/m;
    check('U3', $commit, $diff, \@changes);
    check('U0', $commit, git(@diff[0 .. 3], '-U0', @diff[4 .. $#diff], @paths), \@changes);
    my @hunks = hunks_by_file($diff);
    for my $form (qw(places bare)) {
        my $patch = @hunks == @changes ? envelope(\@changes, \@hunks, $form eq 'places') : undef;
        if (defined $patch) { check($form, $commit, $patch, \@changes) }
        else { $count{"$form not expressible"}++ }
    }
}

my @limit = $newest ? ("--max-count=$newest") : ();
my $nothing = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'; # the empty tree
for my $line (split /\n/, git(qw(rev-list --no-merges --parents), @limit, 'HEAD')) {
    my ($commit, $parent) = split / /, $line;
    $count{commits}++;
    replay($parent // $nothing, $commit);
}
print $failures[$_] for 0 .. ($#failures < 30 ? $#failures : 30);
printf "%8d  %s\n", $count{$_}, $_ for sort keys %count;
exit(@failures ? 1 : 0);
