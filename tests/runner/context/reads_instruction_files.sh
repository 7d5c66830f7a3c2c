# Files of instructions: the user's own, and one of each directory from the root of the repository
# to the current one, which alone counts where directories above may be another user's; 32 KiB in
# total, of which the nearest gets what it needs; no link leads out of its directory.
. "$(dirname "$0")/../../shell.sh"
needs jq
set -o pipefail
export OAI_MODEL=m HOME=$dir/home XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state
mkdir -p "$dir/home" "$dir/config/agentcli" "$dir/repository/.git" "$dir/repository/one/two"
cd "$dir/repository/one/two"
out=$dir/out err=$dir/err
fail() { echo "FAILED: $1"; cat "$out" "$err"; exit 1; }
ask() { # FLAG…
  "$bin/agentcli" --tools none --system '' --dry-run --prompt x "$@" < /dev/null > "$out" 2> "$err"
}
system() { jq -r '.messages[0] | select(.role == "system").content' "$out"; }
sends() { # WHAT TEXT [FLAG…]: the system message is this, and stderr is empty
  local what=$1 text=$2
  shift 2
  ask "$@" || fail "$what"
  [ ! -s "$err" ] || fail "$what: there are complaints"
  [ "$(system)" = "$text" ] || fail "$what: the system message is $(system)"
}
refuses() { # WHAT PATTERN
  local status=0
  ask || status=$?
  [ $status = 2 ] || fail "$1 is used"
  grep -q "$2.*; --no-agents-md goes without it" "$err" || fail "$1 is refused without a word"
}
part() { printf 'Instructions of %s:\n\n%s' "$1" "$2"; } # LABEL TEXT

echo own > ../../../config/agentcli/AGENTS.md
echo root > ../../AGENTS.md
echo unread > ../../CLAUDE.md
echo one > ../CLAUDE.md
echo two > GEMINI.md
mkdir ../other ../../../above
echo never > ../other/AGENTS.md
echo never > ../../../AGENTS.md
own=$(part 'the user' own)
two=$(part GEMINI.md two)
root=$(part ../../AGENTS.md root)
one=$(part ../CLAUDE.md one)
all="$own"$'\n\n'"$root"$'\n\n'"$one"$'\n\n'"$two"
sends 'all of them' "$all"
sends 'none of them' '' --no-agents-md
"$bin/agentcli" --tools none --system 'Be brief.' --verbose --replay /dev/null --prompt x \
  < /dev/null > "$out" 2> "$err" || true
line="system message: 9 bytes of --system, 30 bytes of $dir/config/agentcli/AGENTS.md, "
line+='38 bytes of ../../AGENTS.md, 34 bytes of ../CLAUDE.md, 31 bytes of GEMINI.md'
grep -qF "$line" "$err" || fail '--verbose does not name the files'

# Another name of a file that is sent anyway says nothing new.
ln -s ../../AGENTS.md AGENTS.md
sends 'a link to one of the others' "$own"$'\n\n'"$root"$'\n\n'"$one"
rm AGENTS.md

# Any other link out is refused, also one that stays in the repository: a tool may have made it.
echo secret > ../../notes
ln -s ../../notes AGENTS.md
refuses 'a link out of the current directory' "agentcli: 'AGENTS.md'"
rm AGENTS.md
mv ../CLAUDE.md ../kept
ln -s ../notes ../CLAUDE.md
refuses 'a link out of a directory above' "agentcli: '../CLAUDE.md': 'CLAUDE.md'"
rm ../CLAUDE.md
ln -s two/../kept ../CLAUDE.md
sends 'a link that stays inside' "$all"
mkfifo AGENTS.md
refuses 'a pipe' "'AGENTS.md' is a pipe"
rm AGENTS.md
printf '\377' > AGENTS.md
refuses 'what is not UTF-8' "'AGENTS.md' is not UTF-8"
rm AGENTS.md

# The user's own may be a link.
mv "$dir/config/agentcli/AGENTS.md" "$dir/home/rules.md"
ln -s "$dir/home/rules.md" "$dir/config/agentcli/AGENTS.md"
sends "a link of the user's own" "$all"

# Above the current directory only where nobody else can have put a file.
chmod o+w ..
sends 'below a directory that everybody can write to' "$own"$'\n\n'"$two"
chmod o-w ..
if [ "$(id -u)" = 0 ]; then
  chown 65534 ../..
  sends "below another user's root" "$own"$'\n\n'"$two"
  chown 0 ../..
  chown 65534 ../../AGENTS.md
  refuses "another user's file above" "'../../AGENTS.md': 'AGENTS.md' belongs to another user"
  chown 0 ../../AGENTS.md
fi
mv ../../.git ../../git
sends 'without a repository' "$own"$'\n\n'"$two"
echo 'gitdir: elsewhere' > ../../.git
sends 'with a file .git' "$all"
mkdir .git
sends 'in a repository of its own' "$own"$'\n\n'"$two"
rmdir .git

# 32 KiB in total: the user's own has up to half, the nearest what it needs, the others the rest.
bytes() { head -c "$1" /dev/zero | tr '\0' "$2"; } # N LETTER
notes() { grep -qF "the model gets $1" "$err" || fail "'$1' is not noted"; } # TEXT
has() { # LETTER N: so many of them are sent
  local found
  found=$(system | tr -cd "$1" | wc -c)
  [ "$found" = "$2" ] || fail "there are $found $1, not $2"
}
bytes 20000 Q > "$dir/home/rules.md"
bytes 20000 W > ../../AGENTS.md
bytes 9000 X > ../kept
bytes 7000 Z > GEMINI.md
ask || fail 'long files'
has Q 16384
has Z 7000
has X 9000
has W 384
notes "the first 16384 bytes of '$dir/config/agentcli/AGENTS.md'"
notes "the first 384 bytes of '../../AGENTS.md'"
bytes 20000 Z > GEMINI.md
ask || fail 'a long nearest file'
has Z 16384
has X 0
notes "nothing of '../CLAUDE.md'"
