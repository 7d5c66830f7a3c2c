# Skills and prompt files are looked for from the current directory up to the root of the
# repository, the nearest first. Trust is about the file, from wherever it is used; what is above
# the repository, or above a directory of others, does not count.
. "$(dirname "$0")/../../shell.sh"
needs script
export HOME=$dir/home XDG_STATE_HOME=$dir/state TERM=dumb
unset XDG_CONFIG_HOME OAI_BASE_URL
mkdir -p "$dir/home" "$dir/repo/.git" "$dir/repo/lib/core"
skill() { # DIRECTORY NAME DESCRIPTION
  mkdir -p "$1/$2"
  printf -- '---\ndescription: %s\n---\nText of it.\n' "$3" > "$1/$2/SKILL.md"
}
prompt() { # DIRECTORY NAME TEXT
  mkdir -p "$1/.agentcli/prompts"
  echo "$3" > "$1/.agentcli/prompts/$2.md"
}
skill "$dir/repo/.claude/skills" tidy 'of the root'
skill "$dir/repo/.agents/skills" ship 'ships'
skill "$dir/repo/lib/.agents/skills" tidy 'of lib'
skill "$dir/.agents/skills" outside 'above'
prompt "$dir/repo" look 'Look from the root.'
prompt "$dir/repo/lib" look 'Look from lib.'
prompt "$dir/repo" plan 'Plan it.'
prompt "$dir" outside 'Above.'
says() { grep -qF -- "$1" "$dir/out" || fail "it does not say: $1: $(cat "$dir/out")"; }
says_not() { ! grep -qF -- "$1" "$dir/out" || fail "it says: $1"; }
ask() { # FLAG…
  "$bin/agentcli" --dry-run --tools none --model m --system= "$@" < /dev/null > "$dir/out" 2>&1
}
trust() { # PATH
  : > "$dir/shown"
  { for _ in $(seq 500); do grep -q 'n(o) >' "$dir/shown" && break; sleep 0.01; done; echo y; } |
    script -qefc "'$bin/agentcli' trust '$1'" "$dir/shown" > "$dir/out" 2>&1 || fail "trust $1"
}

cd "$dir/repo/lib/core"
"$bin/agentcli" skill list > "$dir/out"
says '(../.agents/skills/tidy, workspace, not trusted)'
says '(../../.claude/skills/tidy, workspace, not trusted)'
says_not 'above'
"$bin/agentcli" prompt list > "$dir/out"
says '(../../.agentcli/prompts/plan.md, workspace, not trusted)'
says_not 'Above'
trust ../../.claude/skills/tidy
trust ../../.agents/skills/ship
ask --prompt x
says 'tidy: of the root'
trust ../.agents/skills/tidy
trust ../.agentcli/prompts/look.md
trust ../../.agentcli/prompts/look.md
ask --prompt x
says 'tidy: of lib'
says 'ship: ships'
ask --no-skills --prompt-file look --prompt y
says 'Look from lib.'
cd "$dir/repo"
ask --prompt x
says 'tidy: of the root'
ask --no-skills --prompt-file look --prompt y
says 'Look from the root.'

# A link leads no further than the directory in which it was found.
ln -s /etc/hostname .agentcli/prompts/host.md
ln -s "$dir/.agents/skills/outside" .agents/skills/outside
cd lib
"$bin/agentcli" prompt list > "$dir/out"
grep -A 1 'prompts/host.md' "$dir/out" | grep -q faulty || fail 'a link out is read'
"$bin/agentcli" skill list > "$dir/out"
says 'faulty'
says_not 'above'

chmod o+w "$dir/repo"
ask --prompt x
says 'tidy: of lib'
says_not 'ship: ships'
