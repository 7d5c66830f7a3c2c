# Claude Code, Codex, Gemini CLI and opencode, each with what `agentcli mcp config` prints for it,
# and a model on loopback that follows a script: the model is told each answer whole, also an error,
# an image, and that of a command of 70 s; nothing is left running, not even when the client is
# ended in a call. They have no network but loopback.
. "$(dirname "$0")/../shell.sh"
here=$source/tests/mcp
. "$here/npm.bash"
from_npm claude codex gemini opencode
needs jq python3 ip unshare
if [ -z "${has_own_network:-}" ]; then
  rmdir "$dir"
  [ "$(id -u)" = 0 ] || map=--map-root-user
  has_own_network=yes exec unshare --net ${map:+"$map"} bash "$0" "$bin"
fi
ip link set lo up
cd "$dir"

waiting=()
pixel=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGA
pixel+=hKmMIQAAAABJRU5ErkJggg==
cat > steps.json << 'END_OF_STEPS'
[{"tool":"fs_listdir","arguments":{}},
{"tool":"fs_read_file","arguments":{"path":"poem.txt"}},
{"tool":"fs_edit","arguments":{"path":"notes.txt","oldString":"Tea","newString":"Cocoa"}},
{"tool":"fs_read_file","arguments":{"path":"absent.txt"}},
{"tool":"fs_read_file","arguments":{"path":"pixel.png"}},
{"tool":"exec","arguments":{"command":"sleep 70; echo it is over","timeoutSec":90}}]
END_OF_STEPS
cat > nap.json << 'END_OF_STEPS'
[{"tool":"exec","arguments":{"command":"echo > begun; sleep 290","timeoutSec":300}}]
END_OF_STEPS

prepare() { # NAME STEPS: in a subshell; a directory with a workspace, a home, a model at $model
  mkdir -p "$1/home" "$1/workspace" "$1/tmp"
  cd "$1"
  printf 'Tea\nCoffee\n' > workspace/notes.txt
  seq -f 'line %g of a "poem" that is longer than a line' 150 > workspace/poem.txt
  base64 -d <<< "$pixel" > workspace/pixel.png
  python3 "$here/clients/model.py" "$dir/$2" told > port 2> requests &
  model_pid=$!
  trap 'kill $model_pid' EXIT
  for _ in $(seq 100); do [ -s port ] || sleep 0.1; done
  model=http://127.0.0.1:$(cat port)
  export HOME=$PWD/home TMPDIR=$PWD/tmp XDG_STATE_HOME=$PWD/home XDG_CACHE_HOME=$PWD/home
  export XDG_CONFIG_HOME=$PWD/home/.config XDG_DATA_HOME=$PWD/home NO_COLOR=1
  cd workspace
}
snippet() { "$bin/agentcli" mcp config "$1" -C .; } # CLIENT

# Each begins a run with a prompt, in the workspace.
claude_code() {
  snippet claude-code > .mcp.json
  export ANTHROPIC_BASE_URL=$model ANTHROPIC_API_KEY=none DISABLE_AUTOUPDATER=1
  export CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_TELEMETRY=1
  export ENABLE_TOOL_SEARCH=false # the script searches for no tools
  run claude -p go --settings '{"enabledMcpjsonServers":["agentcli"]}' --allowedTools mcp__agentcli
}
codex_cli() {
  mkdir -p "$HOME/.codex"
  {
    printf 'model = "gpt-5"\nmodel_provider = "script"\napproval_policy = "never"\n'
    printf 'sandbox_mode = "read-only"\n'
    printf '[model_providers.script]\nname = "script"\nbase_url = "%s/v1"\n' "$model"
    printf 'wire_api = "responses"\n[analytics]\nenabled = false\n'
    snippet codex
  } > "$HOME/.codex/config.toml"
  run codex exec --skip-git-repo-check go
}
gemini_cli() {
  mkdir -p .gemini "$HOME/.gemini"
  snippet gemini > .gemini/settings.json
  echo '{"'"$PWD"'":"TRUST_FOLDER"}' > "$HOME/.gemini/trustedFolders.json"
  echo '{"security":{"auth":{"selectedType":"gemini-api-key"}},
    "privacy":{"usageStatisticsEnabled":false},"general":{"enableAutoUpdate":false}}' \
    > "$HOME/.gemini/settings.json"
  export GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL=$model
  run gemini -m gemini-2.5-pro -p go
}
opencode_cli() {
  snippet opencode > opencode.json
  mkdir -p "$HOME/.config/opencode"
  jq -n --arg url "$model/v1" '{model:"script/m",small_model:"script/m",share:"disabled",
    autoupdate:false,provider:{script:{npm:"@ai-sdk/openai-compatible",name:"script",
    options:{baseURL:$url,apiKey:"none"},models:{m:{name:"m",attachment:true,tool_call:true,
    modalities:{input:["text","image"],output:["text"]}}}}}}' \
    > "$HOME/.config/opencode/opencode.json"
  export OPENCODE_DISABLE_AUTOUPDATE=1 OPENCODE_DISABLE_MODELS_FETCH=1
  export OPENCODE_DISABLE_DEFAULT_PLUGINS=1 OPENCODE_DISABLE_LSP_DOWNLOAD=1
  run opencode run --pure --auto go
}

# The processes that work in the workspace of the run, or name it.
left() {
  local place=${HOME%/home}/workspace
  find /proc/[0-9]*/cwd -maxdepth 0 -lname "$place*" 2> /dev/null | cut -d/ -f3
  grep -sl -- "[${place:0:1}]${place:1}" /proc/[0-9]*/cmdline | cut -d/ -f3
}
nothing_is_left() { # CLIENT
  for _ in $(seq 100); do
    [ -n "$(left)" ] || return 0
    sleep 0.1
  done
  fail "$1 leaves $(for process in $(left); do tr '\0' ' ' < "/proc/$process/cmdline"; done)"
}

told() { # STEP: the text of its result, also of a client that wraps it
  jq -r --argjson step "$1" 'select(.step == $step).parts | map(.text // empty |
    (try (fromjson | .output) catch null) // .) | join("\n")' ../told
}
has() { # CLIENT STEP TEXT
  [[ $(told "$2") == *"$3"* ]] || fail "$1, step $2: $(cut -c1-600 ../told)"
}
makes_all_calls() { # CLIENT
  run() { timeout -k 5 200 "$@" < /dev/null > ../out 2> ../err || fail "$1 fails"; }
  prepare "$1" steps.json
  "$1"
  has "$1" 0 '"path":"poem.txt","type":"file"'
  has "$1" 1 '{"content":'"$(jq -Rs . poem.txt)"',"sizeBytes":'
  has "$1" 2 '"replacements":1'
  [ "$(head -1 notes.txt)" = Cocoa ] || fail "$1 has not edited"
  grep -q NOT_FOUND <<< "$(told 3)" || fail "$1: a failing call: $(told 3)"
  [ "$(jq -r 'select(.step == 4).parts[].image // empty' ../told)" = "$pixel" ] \
    || fail "$1: an image: $(told 4)"
  has "$1" 5 'it is over'
  cd /
  nothing_is_left "$1"
}
is_ended_in_a_call() { # CLIENT
  run() { setsid env --default-signal=INT "$@" < /dev/null > ../out 2> ../err & }
  prepare "ended-$1" nap.json
  "$1"
  for _ in $(seq 300); do [ -e begun ] || sleep 0.1; done
  [ -e begun ] || fail "$1 has not begun the call"
  kill -INT -- "-$!" # as Ctrl-C does
  cd /
  nothing_is_left "$1"
}

clients='claude_code codex_cli gemini_cli opencode_cli'
for client in $clients; do
  (makes_all_calls "$client" > "$client.report" 2>&1) &
  waiting[$!]=$client
done
for pid in "${!waiting[@]}"; do
  wait "$pid" || { cat "${waiting[$pid]}.report" && has_failed=yes; }
done
[ -z "${has_failed:-}" ] || fail 'a client is not served'
for client in $clients; do (is_ended_in_a_call "$client"); done
