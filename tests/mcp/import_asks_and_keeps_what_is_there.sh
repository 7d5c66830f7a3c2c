# `agentcli mcp import` shows what it would add, asks, keeps the other keys and entries of the file,
# and writes no secret that it was not told to write.
. "$(dirname "$0")/../shell.sh"
export HOME=$dir/home XDG_STATE_HOME=$dir/state
unset XDG_CONFIG_HOME CODEX_HOME CLAUDE_CONFIG_DIR
mkdir -p "$HOME/.config/agentcli" "$dir/work/.vscode"
cd "$dir/work"
config=$HOME/.config/agentcli/config.json
run() { # STATUS ARGUMENT…
  local expected=$1 status=0
  shift
  setsid -w "$bin/agentcli" "$@" > out 2> err < /dev/null || status=$?
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
says() { grep -qF -- "$1" out err || fail "it does not say: $1"; }
is() { [ "$(tr -d ' \n' < "$1")" = "$2" ] || { cat "$1"; fail "$1 is not $2"; }; }

# Without words: what is found.
run 0 mcp import
says 'no configuration of another client was found'
echo '{"servers":{"a":{"command":"one"},"b":{"command":"two"}}, // a comment
}' > .vscode/mcp.json
mkdir -p "$HOME/.cursor"
echo '{"mcpServers":[]}' > "$HOME/.cursor/mcp.json"
run 0 mcp import
says 'vscode  .vscode/mcp.json  a, b'
says "cursor  $HOME/.cursor/mcp.json  '$HOME/.cursor/mcp.json': it is not"

# Without a terminal it shows, and changes nothing.
run 2 mcp import vscode
says '"command": "one"'
says "--yes adds what is shown"
[ ! -e "$config" ] || fail 'it wrote without a question'

# On a terminal it asks once.
ask() { # ANSWER
  : > "$dir/shown"
  { for _ in $(seq 1000); do
      ! grep -q 'n(o) >' "$dir/shown" || break
      sleep 0.01
    done
    echo "$1"; } |
    TERM=dumb script -qefc "'$bin/agentcli' mcp import vscode b" "$dir/shown" > out 2> err || true
}
if command -v script > /dev/null; then
  ask n
  says 'nothing was added'
  [ ! -e "$config" ] || fail 'it wrote after a no'
  ask y
  says "'b' of .vscode/mcp.json is added to"
  is "$config" '{"mcpServers":{"b":{"command":"two"}}}'
  rm "$config"
fi

# An entry that names a path in the workspace: it asks what the server may do there, and the answer
# counts. Without a terminal it names the command that asks.
mkdir data
echo '{"mcpServers":{"files":{"command":"cat","args":["data"]}}}' > paths.json
echo '{"tools":[],"roles":{"launch":["'"$bin/exec"'"]}}' > "$dir/tools.json"
run 0 mcp import paths.json --yes
says "'agentcli mcp approve files' asks what it may do there"
run 0 mcp servers --json --tools "$dir/tools.json"
grep -q '"state":"unanswered"' out || fail "not unanswered: $(cat out)"
rm "$config"
if command -v script > /dev/null; then
  : > "$dir/shown"
  { for asked in 'n(o) >' 'either >'; do
      for _ in $(seq 1000); do
        ! grep -qF "$asked" "$dir/shown" || break
        sleep 0.01
      done
      [ "$asked" = 'n(o) >' ] && echo y || echo r
    done; } |
    TERM=dumb script -qefc "'$bin/agentcli' mcp import paths.json" "$dir/shown" > out 2> err || true
  grep -qF "'data'" "$dir/shown" || fail "the path is not named: $(cat "$dir/shown")"
  run 0 mcp servers --json --tools "$dir/tools.json"
  grep -q '"state":"ready".*can read this workspace' out ||
    fail "the answer does not count: $(cat out)"
  rm "$config"
fi
rm -r data paths.json

# Names that are wrong.
run 2 mcp import vs-code --yes
says "did you mean 'vscode'?"
run 2 mcp import vscode c --yes
says "there is no server 'c'"
run 2 mcp import zed --yes
says 'zed has no configuration here'
run 2 mcp import missing.json --yes
run 2 mcp import vscode --to nowhere
echo 'servers' > broken.json
run 2 mcp import broken.json --yes
says "'broken.json': "
echo 'a = ' > broken.toml
run 2 mcp import broken.toml --yes
says "'broken.toml': it is not TOML: line 1"
printf 'extensions:\n  - a: b\n c: [' > broken.yaml
run 2 mcp import broken.yaml --yes
says "'broken.yaml': line "
[ ! -e "$config" ] || fail 'it wrote something'

# Other keys and entries stay, in their order.
others='"profiles":{"p":{"model":"m"}},"mcpServers":{"mine":{"command":"x"},'
echo "{$others"'"a":{"command":"old"}}}' > "$config"
run 0 mcp import vscode --yes
says "'a' of .vscode/mcp.json is left out"
says '"command": "old"'
is "$config" "{$others"'"a":{"command":"old"},"b":{"command":"two"}}}'
run 1 mcp import vscode --yes
says 'nothing was added'
run 0 mcp import vscode a --yes --replace
is "$config" "{$others"'"a":{"command":"one"},"b":{"command":"two"}}}'
run 0 mcp import vscode --yes
says 'already'

# A literal secret becomes a variable; two values never get the same one.
cat > keys.json << 'END'
{"mcpServers":{
  "one":{"command":"x","args":["--api-key","k3y-0f-0ne-3141592653"],
    "env":{"TOKEN":"t0k3n-one-2718281828"}},
  "two":{"command":"x","env":{"TOKEN":"t0k3n-two-1618033988","MODE":"fast"}},
  "three":{"url":"https://example.com/mcp",
    "headers":{"Authorization":"Bearer t0k3n-three-1414213562"}}}}
END
rm "$config"
run 0 mcp import keys.json --yes
! grep -q 't0k3n\|k3y-0f' out err "$config" || fail 'a secret is shown or written'
says "export ONE_API_KEY='…'"
says "export TOKEN='…'"
says "export TWO_TOKEN='…'"
one='"one":{"command":"x","args":["--api-key","${ONE_API_KEY}"],"env":{"TOKEN":"${TOKEN}"}}'
two='"two":{"command":"x","env":{"TOKEN":"${TWO_TOKEN}","MODE":"fast"}}'
three='"three":{"url":"https://example.com/mcp","headers":{"Authorization":"Bearer${THREE_TOKEN}"}}'
is "$config" "{\"mcpServers\":{$one,$two,$three}}"
chmod 644 "$config"
run 0 mcp import keys.json two --yes --replace --with-secrets
! grep -q 't0k3n' out err || fail 'a secret is shown'
grep -q 't0k3n-two-1618033988' "$config" || fail 'it did not keep the secret'
[ "$(stat -c %a "$config")" = 600 ] || fail 'others can read the secret'
run 2 mcp import keys.json --yes --to workspace --with-secrets
says '--with-secrets needs --to user'

# Approvals are taken over only if that is said.
echo '{"mcpServers":{"t":{"command":"x","autoApprove":["get","list_*"]}}}' > approvals.json
run 0 mcp import approvals.json --yes
says '"allow": ["get","list_*"] would do that (--with-approvals)'
! grep -q allow "$config" || fail 'approvals were taken over'
run 0 mcp import approvals.json --yes --replace --with-approvals
grep -q '"allow"' "$config" || fail 'approvals were not taken over'

# So are keys of agentcli that have the same effect. A file of the workspace, however it is named,
# cannot set those of the operator.
echo '{"mcpServers":{"o":{"command":"x","allow":["*"],"readOnly":["get"],"sandbox":false}}}' \
  > "$dir/own.json"
cp "$dir/own.json" .mcp.json
rm "$config"
run 0 mcp import "$dir/own.json" --yes
says "left out: 'allow', 'readOnly' (--with-approvals)"
is "$config" '{"mcpServers":{"o":{"command":"x","sandbox":false}}}'
run 0 mcp import "$dir/own.json" --yes --replace --with-approvals
is "$config" \
  '{"mcpServers":{"o":{"command":"x","allow":["*"],"readOnly":["get"],"sandbox":false}}}'
for word in claude-code .mcp.json "$PWD/.mcp.json"; do
  rm "$config"
  run 0 mcp import "$word" --yes --replace --with-approvals
  says "cannot be set by a file of the workspace, and left out: 'allow', 'readOnly', 'sandbox'"
  is "$config" '{"mcpServers":{"o":{"command":"x"}}}'
done

# What is checked is the entry that would be written.
echo '{"mcpServers":{"s":{"httpUrl":"https://h/mcp?token=t0k3n-in-url-1732050807",
  "oauth":{"clientId":"c","clientSecret":"s3cr3t-2236067977"}}}}' > secret.json
run 0 mcp import secret.json --yes
! grep -q 't0k3n-in\|s3cr3t' out err "$config" || fail 'a secret of a URL is shown or written'
says "export S_CLIENT_SECRET='…'"

# The file of the workspace keeps its mode; what it cannot set is left out.
echo '{"other":1,"mcpServers":{}}' > .mcp.json
chmod 640 .mcp.json
echo '{"mcpServers":{"t":{"command":"x","sandbox":false,"autoApprove":["*"]}}}' > loose.json
run 2 mcp import loose.json --yes --to workspace --with-approvals
says '--with-approvals needs --to user'
run 0 mcp import loose.json --yes --to workspace
says "cannot be set by a file of the workspace, and left out: 'sandbox'"
is .mcp.json '{"other":1,"mcpServers":{"t":{"command":"x"}}}'
[ "$(stat -c %a .mcp.json)" = 640 ] || fail 'the mode has changed'
rm "$config"
run 0 mcp servers
says 'not trusted, and so not started: t'
echo '{"mcpServers":{} /* mine */}' > .mcp.json
run 2 mcp import loose.json --yes --to workspace
says 'would be lost'
grep -q mine .mcp.json || fail 'a comment is lost'
ln -sf loose.json .mcp.json
run 2 mcp import loose.json --yes --to workspace
says "'.mcp.json' is a link"

# What cannot work is named and not added; nothing of it steers the terminal.
printf '{"mcpServers":{"\\u001b[2J":{"command":""},"s":{"command":"x","timeout":"soon"}}}' \
  > bad.json
run 1 mcp import bad.json --yes
says "'timeout' is not a time"
! grep -q "$(printf '\033')" out err || fail 'an escape sequence'
