# A journal lies in the workspace, where a clone brings it and a command may write it. It is not
# obeyed when it asks for what no request may ask for, or when others could have written it; then it
# is set aside, or left alone, and the call goes on.
. "$(dirname "$0")/../../shell.sh"
mkdir "$dir/workspace"
cd "$dir/workspace"
fail() { echo "FAILED: $*"; find . -path ./.git -prune -o -print; exit 1; }
begin() { rm -rf "$dir/workspace"; mkdir "$dir/workspace"; cd "$dir/workspace"
  mkdir -p -m 700 .agentcli/journal; umask 022; }
change() { echo '{"path":"file","content":""}' \
  | "${tool:-$bin/fs_write_file}" "$@" > "$dir/answer" || fail "no change is possible"; }
fields() { printf '%s\0' "$@"; }
identity() { stat -c '%i %s %.9Y' "$1" | sed 's/\./ /; s/ 0*\([0-9]\+\)$/ \1/; s/$/ /'; }
journal=.agentcli/journal/.agentcli-tmp-0
kept=.agentcli/journal/kept.agentcli-tmp-0
# A name that is about to change back, from what it is now, with the file in it, to what is beside
# it.
exchange() { # DIRECTORY NAME [FILE]
  if [ $# = 2 ]; then
    fields 'agentcli journal 1' 0 1 "$1" "$2" .agentcli-tmp-x '1 1 1 1 ' planned \
      "$(identity "$1/$2")" prepared > $journal
  else
    fields 'agentcli journal 1' 0 2 "$1" "$2" .agentcli-tmp-x '1 1 1 1 ' "$2" "$3" .agentcli-tmp-y \
      '' planned \
      "$(identity "$1/$2")" "$(identity "$1/$2/$3")" prepared > $journal
  fi
}
is_refused() { [ ! -e $journal ] && [ -e $kept ] || fail "the journal was not set aside: $*"; }

# Names that lead into .git; another of the same kind is carried out.
begin
for folder in .git plain; do
  mkdir -p $folder/empty
  echo kept > $folder/.agentcli-tmp-x
  fields 'agentcli journal 1' 1 $folder/empty 1 $folder name .agentcli-tmp-x '' planned \
    > .agentcli/journal/.agentcli-tmp-$folder
done
change
[ -d .git/empty ] && [ -f .git/.agentcli-tmp-x ] || fail ".git was changed"
[ ! -d plain/empty ] && [ ! -f plain/.agentcli-tmp-x ] || fail "what was left is still there"
[ "$(ls -A .agentcli/journal)" = kept.agentcli-tmp-.git ] || fail "$(ls -A .agentcli/journal)"

# An exchange is carried out when nothing forbids it: so the ones below are refused for what they
# name.
begin
mkdir conf; echo mine > conf/tools.json; echo evil > .agentcli-tmp-x
exchange . conf tools.json
change
[ "$(cat conf)" = evil ] && [ -z "$(ls -A .agentcli)" ] \
  || fail "the exchange is not what the tests below take it for"

# A directory that contains what the operator protects, whether that exists or not.
for protected in conf/tools.json conf/deep/missing; do
  begin
  mkdir conf; echo mine > conf/tools.json; echo evil > .agentcli-tmp-x
  exchange . conf tools.json
  change --protect=$protected
  [ -d conf ] && [ "$(cat conf/tools.json)" = mine ] \
    || fail "what contains $protected was exchanged"
  is_refused
  [ -f .agentcli-tmp-x ] || fail "what was not known was removed"
done
# The same beneath a temporary name, which is to be removed with all that is in it.
begin
mkdir .agentcli-tmp-x; echo mine > .agentcli-tmp-x/tools.json
fields 'agentcli journal 1' 0 1 . '' .agentcli-tmp-x '' planned > $journal
change --protect=.agentcli-tmp-x/tools.json
[ -f .agentcli-tmp-x/tools.json ] || fail "what is protected was removed"
is_refused

# The directory of the tools, in two steps: a file takes its place, and another directory that of
# the file. The plan is carried out from its end.
begin
mkdir -p build/bin .agentcli-tmp-y/bin
cp "$bin/fs_write_file" build/bin; cp /bin/true .agentcli-tmp-y/bin/fs_write_file
echo x > .agentcli-tmp-x
fields 'agentcli journal 1' 0 2 . build .agentcli-tmp-y '1 1 1 1 ' . build .agentcli-tmp-x \
  '1 1 1 1 ' planned \
  "$(identity build)" "$(identity build)" prepared > $journal
tool=build/bin/fs_write_file change
cmp -s build/bin/fs_write_file "$bin/fs_write_file" || fail "the tool was exchanged"
is_refused

# A repository in a directory that is exchanged, or removed. That is found on the way, and tried by
# three calls.
for form in exchange removal; do
  begin
  mkdir -p sub/.git
  echo mine > sub/.git/config
  if [ $form = exchange ]; then
    mv sub .agentcli-tmp-x; echo evil > sub; exchange . sub
  else
    mv sub .agentcli-tmp-x
    fields 'agentcli journal 1' 0 1 . '' .agentcli-tmp-x '' planned > $journal
  fi
  change
  change
  [ ! -e $kept ] || fail "$form: set aside too early"
  change
  [ -e "$kept-again-again" ] && [ "$(ls -A .agentcli/journal | wc -l)" = 1 ] \
    || fail "$form: $(ls -A .agentcli/journal)"
  [ -f sub/.git/config ] || [ -f .agentcli-tmp-x/.git/config ] \
    || fail "$form: a repository was changed"
done

# One name twice, names that are paths, paths that are not resolved, what has no temporary name.
refused_plan() {
  begin
  mkdir a empty; echo mine > a/file; echo evil > a/.agentcli-tmp-x
  fields 'agentcli journal 1' "$@" planned > $journal
  change
  is_refused "$@"
  [ "$(cat a/file)" = mine ] && [ -f a/.agentcli-tmp-x ] && [ -d empty ] \
    || fail "a refused plan was carried out: $*"
}
refused_plan 0 2 a file .agentcli-tmp-x '' a file .agentcli-tmp-y ''
refused_plan 0 2 a '' .agentcli-tmp-x '' a other .agentcli-tmp-x ''
refused_plan 2 empty empty 0
refused_plan 1 . 0
refused_plan 1 '' 0
refused_plan 1 ./empty 0
refused_plan 1 a/../empty 0
refused_plan 1 "$PWD/empty" 0
refused_plan 0 1 . a/file .agentcli-tmp-x ''
refused_plan 0 1 . file a/.agentcli-tmp-x ''
refused_plan 0 1 . '' file ''
refused_plan 0 1 '' '' .agentcli-tmp-x ''
refused_plan 0 1 a '' '' ''
refused_plan 0 1 a .. .agentcli-tmp-x ''

# What others could have written is left where it is: another's file, one that others may write, one
# with a second name, a link.
left_alone() { # WHAT COMMAND...
  begin
  echo mine > .agentcli-tmp-x
  fields 'agentcli journal 1' 0 1 . '' .agentcli-tmp-x '' planned > $journal
  what=$1; shift
  "$@"
  change
  [ -f .agentcli-tmp-x ] && [ -e $journal ] || fail "obeyed $what"
}
left_alone 'a journal that the group can write' chmod 660 $journal
left_alone 'a journal that all can write' chmod 606 $journal
left_alone 'a journal with a second name' ln $journal again
behind_a_link() { mv $1 "$dir/real"; ln -s "$dir/real" $1; }
left_alone 'a journal that is a link' behind_a_link $journal; rm "$dir/real"
left_alone 'journals behind a link' behind_a_link .agentcli/journal; rm -r "$dir/real"
inside_a_link() { mv .agentcli inner; ln -s inner .agentcli; }
left_alone 'an .agentcli that is a link' inside_a_link
[ "$(id -u)" = 0 ] || exit 0
left_alone "another user's journal" chown 65534 $journal

# A mount point in a tree that is to be removed, and what is protected behind a mount.
unshare --mount bash -eu -s "$bin/fs_write_file" << 'END'
mount --make-rprivate /
mkdir -p .agentcli-tmp-y/mount conf; echo mine > conf/tools.json; cp conf/tools.json conf/.agentcli-tmp-x
mkdir m; mount --bind conf m; mount --bind conf .agentcli-tmp-y/mount
printf '%s\0' 'agentcli journal 1' 0 1 . '' .agentcli-tmp-y '' planned > .agentcli/journal/.agentcli-tmp-1
printf '%s\0' 'agentcli journal 1' 0 1 m '' .agentcli-tmp-x '' planned > .agentcli/journal/.agentcli-tmp-2
echo '{"path":"file","content":""}' | "$1" --protect=conf > /dev/null || { echo "FAILED: no change is possible"; exit 1; }
[ "$(cat conf/tools.json conf/.agentcli-tmp-x | sort -u)" = mine ] || { echo "FAILED: what is mounted was removed"; exit 1; }
END

# However many others there are, an honest one is found.
begin
(cd .agentcli/journal && for number in $(seq 3000); do : > keptx$number
  echo no > .agentcli-tmp-$number; done)
echo old > .agentcli-tmp-x; echo new > file
exchange . file
change
[ "$(cat file)" = old ] || [ ! -s file ] || fail "the half was not taken back"
[ ! -e .agentcli-tmp-x ] && [ ! -e $journal ] || fail "a crowd of journals hides an honest one"
