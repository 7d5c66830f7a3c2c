# The completions and the man pages that are generated are right in the eyes of each shell and of
# man, offer every command and every flag that help lists, and no other; docs/reference.md is what
# `agentcli generate reference` prints.
. "$(dirname "$0")/../shell.sh"
cd "$dir"

"$bin/agentcli" generate reference | diff - "$source/docs/reference.md" \
  || fail 'docs/reference.md is not what agentcli generate reference prints'
for form in bash zsh fish; do "$bin/agentcli" generate "$form" > "completion.$form"; done
grep -oE -- "'--[a-z-]+:" completion.zsh | tr -d "':" | sort -u > offered.zsh
sed -nE 's/.* -l ([a-z-]+) .*/--\1/p' completion.fish | sort -u > offered.fish
bash -n completion.bash
if command -v zsh > /dev/null; then zsh -n completion.zsh; fi
if command -v fish > /dev/null; then fish -n completion.fish; fi

offered() { # WORD…: what bash offers behind these
  bash \
    -c 'source completion.bash; COMP_WORDS=(agentcli "$@"); COMP_CWORD=$#; _agentcli; printf "%s\n" "${COMPREPLY[@]}"' - "$@" | sort
}
for command in '' run chat embed 'session list' 'session show' 'session fork' 'session rewind' \
  'session delete' 'session prune' doctor capabilities config trust 'trust list' 'trust remove' \
  'skill list' 'prompt list' \
  'audit verify' 'audit show' redact generate help version; do
  listed=$("$bin/agentcli" help ${command:-run} | sed -En 's/^  (-[A-Za-z], )?(--[a-z-]+).*/\2/p' \
    | sort -u)
  [ -n "$listed" ] || fail "help of 'agentcli $command' lists no flag"
  [ "$listed" = "$(offered $command -)" ] \
    || fail "completion of 'agentcli $command' is not what help lists: $(offered $command -)"
  missing=$(comm -23 - offered.zsh <<< "$listed")$(comm -23 - offered.fish <<< "$listed")
  [ -z "$missing" ] || fail "$missing is not offered by zsh or fish"
done
[ "$(offered audit '')" = "$(printf 'show\nverify')" ] \
  || fail "behind 'audit' is offered: $(offered audit '')"
[ "$(offered session '')" = "$(printf 'delete\nfork\nlist\nprune\nrewind\nshow')" ] \
  || fail "after 'session' is offered: $(offered session '')"
[ "$(offered trust '' | grep -v '^-')" = "$(printf 'list\nremove')" ] \
  || fail "after 'trust' is offered: $(offered trust '')"
[ "$(offered s)" = "$(printf 'serve\nsession\nskill')" ] \
  || fail "after 's' is offered: $(offered s)"
[ "$(offered --print)$(offered --list)$(offered --version)" = '' ] \
  || fail 'a hidden flag is offered'
[ "$(offered generate '' | grep -v '^-')" = "$(printf 'bash\nchannel\nfish\nman\nreference\nzsh')" \
  ] || fail "behind 'generate' is offered: $(offered generate '')"
[ "$(offered --audit b)" = best-effort ] || fail 'the values of --audit are not offered'
[ "$(offered --approve c)" = changes ] || fail 'the values of --approve are not offered'

: > page.log
pages=$bin/../share/man/man1
if command -v man > /dev/null; then
  for page in agentcli agentcli-chat agentcli-session fs_search fs_edit; do
    MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$pages/$page.1" 2>> page.log > /dev/null
  done
fi
[ ! -s page.log ] || fail "$(cat page.log)"
[ "$(ls "$pages" | wc -l)" -gt 15 ] || fail 'pages are missing'
# The pages and the completions of a tool have the flags that it describes, its help has them with
# their placeholders.
for file in "$pages"/*.1; do
  tool=$(basename "$file" .1)
  case $tool in agentcli | agentcli-*) continue ;; esac
  program=$bin/$tool
  described=$("$program" --describe < /dev/null)
  [[ $described == '{"name":'*',"flags":['* ]] || fail "$tool describes no flags"
  help=$("$program" --help)
  page=$(sed 's/\\-/-/g' "$pages/$tool.1")
  completion=--
  [ ! -e "$bin/../pages/bash/$tool" ] || completion=$(< "$bin/../pages/bash/$tool")
  while IFS='|' read -r name value; do
    usage="--$name${value:+ ${value//\//|}}"
    [[ $help == *"  $usage"* ]] || fail "$tool --help has no $usage"
    [[ $page == *$'\n.B '"$usage"$'\n'* ]] || fail "the page of $tool has no $usage"
    [[ $completion == -- || $completion == *"--$name"* ]] || fail "--$name is not completed"
  done < <(sed 's/.*,"flags":\[//; s/\],"examples":.*//; s/},{/\n/g' <<< "$described" \
    | sed -E 's/"name":"([^"]*)"(,"value":"([^"]*)")?.*/\1:\3/; s/[{]//; y/|/\//; s/:/|/')
  case $(type -t "$tool") in builtin | keyword) [ ! -e "$bin/../pages/bash/$tool" ] \
    || fail "the shell's own $tool is completed"; continue ;; esac
  bash -n "$bin/../pages/bash/$tool"
  offered=$(bash \
    -c 'source "$1"; COMP_WORDS=("$2" --sandbox ""); COMP_CWORD=2; _agentcli_"$2"; echo "${COMPREPLY[*]}"' - "$bin/../pages/bash/$tool" "$tool")
  [ "$offered" = 'landlock paths' ] || fail "behind --sandbox of $tool is offered: $offered"
  if command -v zsh > /dev/null; then zsh -n "$bin/../pages/zsh/_$tool"; fi
  if command -v fish > /dev/null; then fish -n "$bin/../pages/fish/$tool.fish"; fi
done
grep -q 'ignoreCase?' "$pages"/fs_search.1 || fail 'a field of fs_search is not on its page'
grep -q 'best\\-effort' "$pages"/agentcli.1 || fail 'a flag is not on the page of agentcli'

# man agentcli begins with what a reader looks for first, has each command, and each flag of a run
# once. Each command has a page.
# PAGE: without escapes
plain() { sed 's/\\-/-/g; s/\\(aq/'"'"'/g; s/\\(dq/"/g; s/\\e/\\/g' "$pages/$1.1"; }
[ "$(plain agentcli | sed -n 's/^\.SH //p' | head -n 7 \
  | tr '\n' ,)" = 'NAME,SYNOPSIS,DESCRIPTION,EXAMPLES,ENVIRONMENT,FILES,EXIT STATUS,' ] \
  || fail 'the page of agentcli begins with something else'
[ "$(plain agentcli | sed -n '/^\.SH OPTIONS/,$s/^\.B //p')" = "$("$bin/agentcli" help run \
  | sed -nE 's/^  ((-[A-Za-z], )?--.*[^ ])(  .*|$)/\1/p' | sed 's/  .*//')" ] \
  || fail 'the page of agentcli has other flags than help run'
[ "$(wc -l < "$pages/agentcli.1")" -lt 700 ] || fail 'the page of agentcli is longer than 700 lines'
"$bin/agentcli" generate reference | sed -n 's/^## agentcli //p' | while read -r command; do
  word=${command%% *}
  [ "$word" != run ] || continue
  plain agentcli | grep -qx "\.BR agentcli-$word (1)" \
    || fail "the page of agentcli does not name that of $command"
  [ "$command" = "$word" ] || plain agentcli | grep -qx "\.B $command" \
    || fail "the page of agentcli does not have $command"
  plain "agentcli-$word" | grep -qx "\.B agentcli $command" \
    || fail "the page agentcli-$word does not have $command"
  for flag in $("$bin/agentcli" help $command | sed -En 's/^  (-[A-Za-z], )?(--[a-z-]+).*/\2/p'); do
    plain "agentcli-$word" | grep -qE -- "(^\.B (-., )?|^|, )$flag([=, ]|\[|\.$|$)" \
      || fail "the page agentcli-$word does not have $flag"
  done
done
status=0
"$bin/agentcli" generate man agentcli-chta 2> page.log || status=$?
[ "$status" = 2 ] && grep -q "no command is called 'agentcli chta'" page.log \
  || fail 'a page of no command is generated'
grep -q '^string, not empty' "$pages"/fs_edit.1 \
  && grep -q '^integer of at least 0\. Insert' "$pages"/fs_edit.1 \
  || fail 'a type is not on the page of fs_edit'
grep -q '^\.SH EXAMPLES$' "$pages"/fs_edit.1 || fail 'the page of fs_edit has no example'
