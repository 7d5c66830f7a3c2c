# On a tree that holds every oddity, fs_search and ripgrep find matches at the same paths, lines and
# columns: patterns × options, then random patterns in random trees for SECONDS_AT_RANDOM (10).
# docs/search.md says where they differ on purpose.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
export LC_ALL=C
for program in rg perl; do
  command -v "$program" > /dev/null || { echo "$program is not installed"; exit 77; }
done
export HOME=$dir/home XDG_CONFIG_HOME=$dir/home/.config
mkdir -p "$XDG_CONFIG_HOME" "$dir/tree/.git/info" && cd "$dir/tree"

mkdir -p src/deep/er build/out docs .hidden 'a folder' only/keep
text='foo bar\nFoo(bar)\n\tfoobar baz_foo\nreturn x;\n\n#define FOO 1\n#define BAR\ncaf\xc3\xa9 \xce\xb1\xce\xb2 kiss\nMASK \xe2\x84\xaa\nfooBar( x )\n'
for file in main.c src/a.c src/b.log src/deep/c.c src/deep/er/d.txt build/out/e.c docs/f.md \
  .hidden/g.c .dotfile 'a folder/h i.c' \
  only/keep/j.c only/k.c src/keep.log; do printf "$text" > "$file"; done
printf '*.log\n!keep.log\n/build/\nonly/*\n!only/keep\n**/er/\n# foo\n\\#x\n' > .gitignore
printf 'a.c\n!b.log\n' > src/.ignore
printf 'docs\n' > .git/info/exclude
printf "${text//\\n/\\r\\n}" > crlf.txt
printf 'foo\nbar foo' > no_final_newline
printf 'foo\0bar\nfoo\n' > binary
printf '\xef\xbb\xbffoo\nreturn foo\n' > bom.txt
printf '\xff\xfef\0o\0o\0\n\0b\0a\0r\0' > little.txt
printf '\xfe\xff\0f\0o\0o\0\n\0b\0a\0r' > big.txt
printf 'foo \xff\xfe bar\n\xc3 foo\xe9\n' > invalid.txt
: > empty
printf '\n\n\n' > breaks
{ printf '%05000d foo ' 0; printf '%0300000d bar\nfoo\n' 0; } > long_lines
for ((line = 0; line < 800; ++line)); do
  printf 'line %d foo%d\n' "$line" $((line % 7))
done > many_lines
{ for ((line = 0; line < 3000; ++line)); do printf 'foo %0100d\n' "$line"; done
  printf '\0\nbar\n'; } > late_nul
ln -s main.c link.c
ln -s src linked

# Matches as PATH:LINE:COLUMN:TEXT, without the text where a preview does not hold the line as it is
# (longer than 300 bytes, not UTF-8); or, of matches that span lines, each of these as PATH:LINE,
# since ripgrep has no columns of their own for them.
as_lines='print "$path:$line:$column:", $is_whole ? $text : "", "\n"'
as_spans='print "$path:$line\n" unless $path =~ /^(long_lines|invalid.txt|crlf.txt)$/'
# Of JSON, in the order in which fs_search writes it.
matches_of_json='my %character = (n => "\n", t => "\t", r => "\r", b => "\b", f => "\f");
  my $string = qr/"((?:[^"\\]|\\.)*+)"/;
  my $path = qr/"path":$string(?:,"pathBase64":$string)?/;
  my $lines = qr/(?:,"lines":$string)?(?:,"linesBase64":$string)?(?:,"linesReplaced":\d+)?/;
  while (/\{$path$lines(?:,"clipped":\[([\d,]*)\])?\}/g) {
    my ($path, $lines, $encoded) = ($1, $3 // "", $4 // "");
    my %is_cut = map { $_ => 1 } split /,/, $5 // "";
    s/\\(u00(..)|(.))/$2 ? chr hex $2 : $character{$3} || $3/ge for $lines, $encoded;
    for my $place ((map { [$_, 1] } split /\n/, $lines), (map { [$_, 0] } split /\n/, $encoded)) {
      $place->[0] =~ /^(\d+):(\d+):(.*)$/s or next;
      my ($line, $column, $text) = ($1, $2, $3);
      my $is_whole = $place->[1] && !$is_cut{$line} && index($text, "\xEF\xBF\xBD") < 0;'

ours() { # FORM NAME PATTERN OPTIONS
  local query=${3//\\/\\\\}
  query=${query//\"/\\\"}
  "$bin/fs_search" --root "$dir/tree" --max-bytes $((1 << 40)) \
    <<< "{\"$2\":\"${query//$'\n'/\\n}\",\"columns\":true,\"maxResults\":10000$4}" \
    | perl -ne "$matches_of_json $1 } }" | sort -u
}

# With a NUL somewhere a file has no matches.
theirs() { { rg --no-config --crlf --line-number --column --no-heading --with-filename "$@" . \
  || [ $? = 1 ]; } 2> /dev/null | { grep -av '^\./late_nul' || true; }; }
theirs_as_lines() {
  theirs "$@" \
    | perl -ne \
    's/\r?\n//; if (/^\.\/([^:]*:\d+:\d+:)\xEF?\xBB?\xBF?(.*)$/) { my ($place, $text) = ($1, $2);
    print $place, length $text > 300 || !utf8::decode(my $copy = $text) ? "" : $text, "\n" }' \
      | sort -u
}
theirs_as_spans() { theirs -U --multiline-dotall "$@" | sed -nE 's/^\.\/([^:]*:[0-9]+):.*/\1/p' \
  | { grep -avE '^(long_lines|invalid.txt|crlf.txt):' || true; } | sort -u; }

compared=0 found=0
compare() { # PATTERN OPTIONS ARGUMENT…
  local pattern=$1 options=$2 name=query
  shift 2
  [[ $options != *'"regex":true'* ]] || name=pattern
  if [[ $options = *multiline* ]]; then
    ours "$as_spans" "$name" "$pattern" "${options#,\"regex\":true}" > "$dir/ours"
    theirs_as_spans "$@" -e "$pattern" > "$dir/theirs"
  else
    ours "$as_lines" "$name" "$pattern" "${options#,\"regex\":true}" > "$dir/ours"
    theirs_as_lines "$@" -e "$pattern" > "$dir/theirs"
  fi
  compared=$((compared + 1)) found=$((found + $(wc -l < "$dir/ours")))
  cmp -s "$dir/ours" "$dir/theirs" && return
  echo "'$pattern' $options ($*): < ours > theirs"
  diff "$dir/ours" "$dir/theirs" | head -n 10
  exit 1
}

with_options() { # PATTERN REGEX ARGUMENT…
  local pattern=$1 regex=$2
  shift 2
  compare "$pattern" "$regex" "$@"
  compare "$pattern" "$regex,\"ignoreCase\":true" "$@" -i
  # ripgrep 13 names a wrong column where a word begins or ends with what is in none
  if [[ $pattern =~ ^[a-zA-Z].*[a-z0-9]$ ]]; then
    compare "$pattern" "$regex,\"wholeWord\":true" "$@" -w
    compare "$pattern" "$regex,\"ignoreCase\":true,\"wholeWord\":true" "$@" -i -w
  fi
}

compare foo ',"includeHidden":true,"globs":["!.git"]' -F --hidden -g '!.git'
compare foo ',"includeIgnored":true' -F --no-ignore
for literal in foo bar FOO 'foo bar' 'Foo(' 'x;' café k α '#define' foo3 nothing 000; do
  with_options "$literal" '' -F
done
for pattern in 'fo+' '^foo' 'foo$' '^$' '^#define [A-Z]+$' '[a-z]+[A-Z][a-zA-Z]+\(' 'foo|bar' \
  '(foo|Foo)\(?bar' 'ba[rz]' '[^a-z ]{3}' '\p{Greek}' \
  'b.r' '.{40}' '[0-9]{4}' 'foo[1-3]$' '(?i)mask' 's{2}' '\.|;' 'line [0-9]+ f' 'é' '[é-ω]' \
  '^.é?foo' 'k$' '^[^f]*o' 'x|y|z|k'; do
  with_options "$pattern" ',"regex":true'
done

for pattern in $'bar\nFoo' $'x;\n\n#define' $'\nreturn x'; do
  compare "$pattern" ',"multiline":true' -F
done
for pattern in 'bar\nFoo' '\n\n' '1\s+#define' 'foo[^x]*x;' '^$\n#' 'foo\n' 'o\s*\n\s*[a-z]+\s' \
  '[^f]{40}' 'x$\s^'; do
  compare "$pattern" ',"regex":true,"multiline":true'
  compare "$pattern" ',"regex":true,"multiline":true,"ignoreCase":true' -i
done

# in any case, some begin where another ended on the line
compare '(?s)Foo.*?BAR' ',"regex":true,"multiline":true'

parts=(foo bar o a '[a-z]' '[^o]' '[A-Z_]' . '(foo|ba)' '(a|o)' '^' ' ' '[0-9]' é '[k-t]' '\(')
repeated=('' '' '' '' '*' '+' '?' '{2}' '{1,2}')
RANDOM=${SEED:-1}

# Files of random lines and ignore files of random rules, some folders deep.
grow() { # FOLDER SEED
  perl -e '
    srand $ARGV[1];
    sub one { $_[rand @_] }
    sub some { map { one(@_[1 .. $#_]) } 1 .. rand $_[0] }
    sub write_to { open my $file, ">:raw", $_[0] or die; print $file $_[1] }
    my @words = ("foo", "bar", "Foo", "BAR", "fo", "ba", "o", "a", "1", "foobar", "_", "(", "\t", "caf\xc3\xa9", "\xce\xb1", "\xff", "k", "\xe2\x84\xaa");
    my @names = ("a.c", "b.c", "b.h", "keep.log", "x.log", "foo", ".hidden", "er.txt", "[x]", "a b");
    my @rules = ("*.c", "!b.c", "/b.*", "a/", "!a/", "d", "d/*", "!d/b.h", "**/foo", "a/**", "a/**/b.c", "*", "!*/", "!*.h", "[!a-x]*", "?.c", "\\[x]", "# d", "a b", "/a/d/");
    sub plant {
      my ($folder, $depth) = @_;
      mkdir $folder or die;
      for my $name (some(5, @names)) {
        my $break = one("\n", "\n", "\r\n");
        my $text = join $break, map { join one(" ", " ", "", "-"), some(8, @words) } 0 .. rand 12;
        $text = one("", "", "", "", "", "", "\xef\xbb\xbf", "\0 ") . $text . ($break x (rand() < 0.8));
        $text = "\xff\xfe" . join "", map { "$_\0" } $text =~ /[\x01-\x7f]/g if rand() < 0.05;
        write_to("$folder/$name", $text);
      }
      write_to("$folder/.gitignore", join "\n", some(4, @rules), "") if rand() < 0.5;
      write_to("$folder/.ignore", join "\n", some(3, @rules), "") if rand() < 0.2;
      for my $name ("a", "d", "er") { plant("$folder/$name", $depth + 1) if $depth < 3 && rand() < 0.5 }
    }
    plant($ARGV[0], 0)' "$1" "$2"
}

patterns_for_a_tree=10
end=$((SECONDS + ${SECONDS_AT_RANDOM:-10}))
for ((round = 0; SECONDS < end; ++round)); do
  if ((round % patterns_for_a_tree == 0)); then
    rm -rf random
    grow random "$RANDOM"
  fi
  pattern=
  for ((count = 1 + RANDOM % 4; count > 0; --count)); do
    part=${parts[RANDOM % ${#parts[@]}]}
    [ "$part" = '^' ] || part+=${repeated[RANDOM % ${#repeated[@]}]}
    pattern+=$part
  done
  case $((RANDOM % 5)) in
  0) compare "$pattern" ',"regex":true' ;;
  1) compare "$pattern" ',"regex":true,"ignoreCase":true' -i ;;
  2) compare "$pattern" ',"regex":true,"includeIgnored":true' --no-ignore ;;
  3) compare "$pattern" ',"regex":true,"includeHidden":true,"globs":["!.git"]' --hidden \
    -g '!.git' ;;
  4) compare "$pattern" ',"regex":true,"globs":["*.{c,h}","!b*"]' -g '*.{c,h}' -g '!b*' ;;
  esac
done
echo "$compared searches, $found matches"
[ "$found" -gt 1000 ]
