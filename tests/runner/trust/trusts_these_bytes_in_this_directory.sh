# ./tools.json is obeyed if these bytes in this directory are trusted, and by no command before;
# otherwise the installed manifest is. Where trust.json cannot be relied on, nothing is trusted.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
command -v script > /dev/null || { echo 'there is no script(1)'; exit 77; }
# One that is installed, to which a manifest can be added.
mkdir -p "$dir/prefix/bin" "$dir/work" "$dir/home"
ln "$bin/agentcli" "$dir/prefix/bin/agentcli" 2> /dev/null \
  || cp "$bin/agentcli" "$dir/prefix/bin/agentcli"
agentcli=$dir/prefix/bin/agentcli
export HOME=$dir/home XDG_STATE_HOME=$dir/state TERM=dumb
unset XDG_CONFIG_HOME
store=$dir/state/agentcli/trust.json
cd "$dir/work"
fail() { echo "FAILED: $1"; cat "$dir/out" "$dir/err"; exit 1; }
run() { # STATUS ARGUMENT…: without a terminal
    local expected=$1 status=0
    shift
    setsid -w "$agentcli" "$@" > "$dir/out" 2> "$dir/err" < /dev/null || status=$?
    [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
says() { grep -qF -- "$1" "$dir/out" "$dir/err" || fail "it does not say: $1"; }
answer() { # WORD [COMMAND]: says WORD when asked, after COMMAND
    : > "$dir/shown"
    { for _ in $(seq 500); do grep -q 'n(o) >' "$dir/shown" && break; sleep 0.01; done
      eval "${2:-}"; echo "$1"; } |
        script -qefc "'$agentcli' trust" "$dir/shown" > "$dir/out" 2> "$dir/err" || true
}
is_used() { # by --capabilities, which starts it
    rm -f "$dir/started"
    run 0 --capabilities
    [ -e "$dir/started" ]
}

cat > "$dir/work/tools.json" << END
{"tools":[{"name":"spoil","schema":{},"command":["./spoil"],"effects":{"sandbox":"none"}}]}
END
printf '#!/bin/sh\necho "$*" >> "%s/started"\n' "$dir" > spoil
chmod +x spoil

# Nobody has said yes: no command starts it, and each that would use it says so in one line.
line="agentcli: ./tools.json is not trusted, so there are no tools; --tools ./tools.json uses it this time, 'agentcli trust' from now on"
for words in '--capabilities' 'help spoil' 'generate man spoil' 'generate reference' \
  '--prompt x --dry-run'; do
    status=0
    setsid -w "$agentcli" $words > "$dir/out" 2> "$dir/err" || status=$?
    [ "$(grep -cxF "$line" "$dir/err")" = 1 ] || fail "$words says something else"
done
run 0 doctor
says "weaker   manifest               ${line#agentcli: }"
for form in bash zsh fish man; do run 0 generate $form
  [ ! -s "$dir/err" ] || fail "generate $form"; done
[ ! -e "$dir/started" ] || fail 'it was started'
run 2 trust
says 'there is no terminal'
[ ! -e "$dir/state" ] || fail 'it is trusted without a terminal'

# After a yes it is used; not with another byte, nor in another directory; by another way to the
# directory it is.
answer y
is_used || fail 'it is not used after a yes'
[ ! -s "$dir/err" ] || fail 'there is something left to say'
[ "$(stat -c %a "$dir/state" "$dir/state/agentcli" "$store" | tr '\n' ' ')" = '700 700 600 ' ] \
  || fail 'others can read it'
cp -r "$dir/work" "$dir/other"
(cd "$dir/other" && ! is_used) || fail 'the same bytes are used elsewhere'
ln -s work "$dir/link"
(cd "$dir/link" && is_used) || fail 'it is not used by way of a link'
(cd "$dir/other" && ln -sf ../work/tools.json . && ! is_used) \
  || fail 'a link to trusted bytes is used elsewhere'
run 0 trust --list
says "manifest  $(sha256sum < tools.json | cut -d' ' -f1)  $dir/work/tools.json"
cp tools.json kept
echo >> tools.json
! is_used || fail 'a changed one is used'
cp kept tools.json
is_used || fail 'the trusted bytes are not used'

# What was shown is what is trusted, whatever has the name when the answer comes; and no longer what
# was trusted before.
printf '{"tools":[]}' > tools.json
answer y 'cp kept tools.json'
grep -q '^  0 tools;' "$dir/shown" || fail 'it shows something else'
! is_used || fail 'what was not shown is trusted'
answer n
! is_used || fail 'a no is a yes'
answer y
is_used || fail 'it is not used after a yes'
run 0 trust --remove
! is_used || fail 'it is used after its trust was ended'
run 1 trust --remove
answer y

# Many at once: none is lost.
for n in 1 2 3 4 5 6; do
    mkdir "$dir/many$n"
    cp tools.json spoil "$dir/many$n"
    (cd "$dir/many$n" && mkdir out && dir=$dir/many$n/out && answer y) &
done
wait
run 0 trust --list
[ "$(grep -c "/many[1-6]/tools.json$" "$dir/out")" = 6 ] || fail 'one of many is lost'

# What is no regular file is not waited for, and is not trusted.
mkdir "$dir/pipe"
(cd "$dir/pipe" && mkfifo tools.json && run 0 --capabilities && says 'is not trusted') \
  || fail 'a pipe'
run 2 trust "$dir/pipe/tools.json"
says 'is not a regular file'
run 2 trust kept
says 'is not called tools.json'

# A trust.json that cannot be relied on.
cp "$store" "$dir/good"
refused() { # WHAT IT SAYS
    run 2 --capabilities
    says 'nothing is trusted'
    says "$1"
}
for text in '' '[]' '{}' '{"trusted":{}}' '{"trusted":[],"more":1}' \
  '{"trusted":[{"kind":"manifest"}]}' "$(head -c 100 "$dir/good")"; do
    printf '%s' "$text" > "$store"
    refused 'cannot be used: '
done
answer y
cmp -s <(printf '%s' "$text") "$store" || fail 'a malformed one is overwritten'
run 1 doctor
says 'cannot be used: '
[ ! -s "$dir/err" ] || fail 'doctor complains on stderr'
rm "$store"; mkdir "$store"; refused 'cannot be used: '; rmdir "$store"
ln -s "$dir/good" "$store"; refused 'cannot read '; rm "$store"
cp "$dir/good" "$store"; chmod 666 "$store"; refused 'can be changed by other users'
chmod 600 "$store"; chmod 777 "$dir/state/agentcli"; refused 'can be changed by other users'
chmod 700 "$dir/state/agentcli"
if [ "$(id -u)" = 0 ]; then
    chown 12345 "$store"; refused 'belongs to another user'; chown 0 "$store"
else
    chmod 000 "$store"; refused 'cannot read '; chmod 600 "$store"
fi
is_used || fail 'the good one is not used'

# Places: a variable that is not absolute counts as unset, and without a home there is no trust, and
# no error.
XDG_STATE_HOME=relative is_used && fail 'a relative XDG_STATE_HOME is used'
mkdir -p "$HOME/.local/state"
cp -r "$dir/state/agentcli" "$HOME/.local/state"
XDG_STATE_HOME=relative is_used || fail 'HOME is not used'
(unset XDG_STATE_HOME && is_used) || fail 'HOME is not used'
(unset XDG_STATE_HOME HOME && ! is_used) || fail 'it is used without a home'
(unset XDG_STATE_HOME HOME; answer y; grep -q 'there is no place to keep trust' "$dir/shown") \
  || fail 'it is trusted without a home'

# The installed manifest, found beside the program that runs, by whatever link it was started;
# ./tools.json comes before it if it is trusted.
mkdir -p "$dir/prefix/share/agentcli" "$dir/empty"
printf '{"tools":[{"name":"installed","schema":{},"command":["sh"]}]}' \
  > "$dir/prefix/share/agentcli/tools.json"
ln -s prefix/bin/agentcli "$dir/a"
agentcli=$dir/a
is_used || fail 'the installed manifest comes before one that is trusted'
cd "$dir/empty"
run 0 --capabilities
says 'installed  its manifest entry'
[ ! -s "$dir/err" ] || fail 'there is something left to say'
cd "$dir/other"
run 0 --capabilities
says 'installed  its manifest entry'
says \
  "agentcli: ./tools.json is not trusted, so the installed tools are used; --tools ./tools.json uses it this time, 'agentcli trust' from now on"
rm -r "$dir/prefix/share"
cd "$dir/empty"
run 0 --capabilities
[ "$(cat "$dir/err")" = \
  'agentcli: there is no manifest, so there are no tools; --tools FILE names one' ] \
  || fail 'nothing says that there are no tools'
