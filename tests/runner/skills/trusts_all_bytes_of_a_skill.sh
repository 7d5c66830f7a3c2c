# A skill of the workspace is offered once it is trusted, and no longer if any byte in its directory
# has changed; so is a prompt file.
. "$(dirname "$0")/../../shell.sh"
needs script
mkdir -p "$dir/work/.claude/skills/tidy/scripts" "$dir/work/.agentcli/prompts" "$dir/home"
export HOME=$dir/home XDG_STATE_HOME=$dir/state TERM=dumb
unset XDG_CONFIG_HOME OAI_BASE_URL
cd "$dir/work"
printf -- '---\ndescription: Tidy up\n---\nSort.\n' > .claude/skills/tidy/SKILL.md
echo sort > .claude/skills/tidy/scripts/sort.sh
echo 'Look at $1.' > .agentcli/prompts/look.md
says() { grep -qF -- "$1" "$dir/out" || fail "it does not say: $1: $(cat "$dir/out")"; }
ask() { # FLAG…
  "$bin/agentcli" --dry-run --tools none --model m --system= "$@" < /dev/null > "$dir/out" 2>&1
}
trust() { # PATH
  : > "$dir/shown"
  { for _ in $(seq 500); do grep -q 'n(o) >' "$dir/shown" && break; sleep 0.01; done; echo y; } |
    script -qefc "stty rows 1000; '$bin/agentcli' trust '$1'" "$dir/shown" > "$dir/out" 2>&1 ||
    fail "trust $1"
}

ask --prompt x
says 'not offered before they are trusted: .claude/skills/tidy'
trust .claude/skills/tidy
ask --prompt x
says 'tidy: Tidy up'
"$bin/agentcli" skill list --json > "$dir/out"
says '"from":"workspace"'
says '"trusted":true'

echo more >> .claude/skills/tidy/scripts/sort.sh
ask --prompt x
says 'not offered before they are trusted: .claude/skills/tidy'
trust .claude/skills/tidy/SKILL.md
ln -s /etc/passwd .claude/skills/tidy/scripts/link
ask --prompt x
says 'not offered before they are trusted'
! "$bin/agentcli" trust .claude/skills/tidy > "$dir/out" 2>&1 || fail 'a link is trusted'
says "'scripts/link' is not a regular file"
rm .claude/skills/tidy/scripts/link
ask --prompt x
says 'tidy: Tidy up'
mkfifo .claude/skills/tidy/pipe
"$bin/agentcli" skill list > "$dir/out"
says "'pipe' is not a regular file"
rm .claude/skills/tidy/pipe
"$bin/agentcli" trust remove .claude/skills/tidy > "$dir/out"
ask --prompt x
says 'not offered before they are trusted'

# The tool lists 200 files at most, and trust covers them all.
mkdir .claude/skills/tidy/many
touch .claude/skills/tidy/many/{001..300}
trust .claude/skills/tidy
ask --prompt x
says 'tidy: Tidy up'
echo more > .claude/skills/tidy/many/300
ask --prompt x
says 'not offered before they are trusted: .claude/skills/tidy'
touch .claude/skills/tidy/many/{301..999}
! "$bin/agentcli" trust .claude/skills/tidy > "$dir/out" 2>&1 || fail 'too many files are trusted'
says 'it has more than 1,000 files'

trust .agentcli/prompts/look.md
ask --no-skills --prompt-file look --prompt a.c
says '"content":"Look at a.c."'
"$bin/agentcli" prompt list > "$dir/out"
says 'look  Look at $1.  (.agentcli/prompts/look.md, workspace)'
echo more >> .agentcli/prompts/look.md
! ask --no-skills --prompt-file look || fail 'a changed prompt file is trusted'
says 'is not trusted'
ask --no-skills --prompt-file ./.agentcli/prompts/look.md --prompt b.c
says 'Look at b.c.'
