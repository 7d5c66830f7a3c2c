#!/usr/bin/env bash
# How many bytes the first request with tools has, of its tools and in all, when a prompt is sent:
# by agentcli with tools.core.json and tools.json, and by five other agents from npm, configured
# with nothing but the address of the server. That is on loopback and answers with an error; the
# network namespace of the measurement has no other device. Needs the release build, npm, jq, perl
# and root; fetches about 600 MB. An agent that sends no tools within 60 s is named.
. "$(dirname "$0")/shared.sh"
needs jq perl
if is_tiny; then
  echo 'no peers: npm would have to fetch them'
elif [ -z "${FIRST_REQUEST_PEERS:-}" ]; then
  for package in @mariozechner/pi-coding-agent opencode-ai @openai/codex @google/gemini-cli \
    @anthropic-ai/claude-code; do
    from_npm "$dir/npm/${package##*/}" "$package" || true
  done
  export FIRST_REQUEST_PEERS=$dir/npm
fi
with_loopback_alone
coproc server { exec perl bench/first_request.pl "$dir/bodies"; }
server_id=$server_PID
trap 'kill "$server_id"; rm -rf "$dir"' EXIT
read -r port <&"${server[0]}"
url=http://127.0.0.1:$port

run() { # NAME COMMAND…: in a home and a workspace of its own
  local name=$1 body file
  shift
  rm -rf "$dir/home/work/.agentcli" "$dir/bodies"
  mkdir -p "$dir/home/work" "$dir/bodies"
  cd "$dir/home/work"
  timeout 60 env -i HOME="$dir/home" PATH="$PATH" TERM=dumb LANG=C.UTF-8 "$@" \
    > "$dir/out" 2>&1 < /dev/null || true
  # Some ask for a title first, without tools.
  for file in $(ls "$dir/bodies" | sort -n); do
    body=$dir/bodies/$file
    jq -e '.tools | length > 0' "$body" > /dev/null 2>&1 || continue
    jq -r --arg name "$name" --arg all "$(wc -c < "$body")" '
      [.tools[] | .functionDeclarations // . | if type == "array" then .[] else . end] |
      [$name, length, (map(tojson | utf8bytelength) | add), ($all | tonumber)] | @tsv' "$body"
    return
  done
  printf '%s\tsent no tools: %s\n' "$name" "$(tail -n 1 "$dir/out" | cut -c1-120)"
}

peer() { echo "$FIRST_REQUEST_PEERS/$1/node_modules/.bin/$2"; } # PACKAGE PROGRAM

mkdir -p "$dir/home/.pi/agent" "$dir/home/.codex" "$dir/home/.config/opencode" "$dir/home/.gemini"
echo '{"security":{"auth":{"selectedType":"gemini-api-key"}}}' > "$dir/home/.gemini/settings.json"
cat > "$dir/home/.pi/agent/models.json" << END
{"providers":{"local":{"baseUrl":"$url/v1","api":"openai-completions","apiKey":"none",
  "models":[{"id":"m"}]}}}
END
cat > "$dir/home/.codex/config.toml" << END
model = "gpt-5"
model_provider = "local"
[model_providers.local]
name = "local"
base_url = "$url/v1"
wire_api = "responses"
END
cat > "$dir/home/.config/opencode/opencode.json" << END
{"autoupdate":false,"model":"local/m","provider":{"local":{"npm":"@ai-sdk/openai-compatible",
  "options":{"baseURL":"$url/v1","apiKey":"none"},"models":{"m":{}}}}}
END

printf 'agent\ttools\tbytes of tools\tbytes in all\n'
for manifest in tools.core.json tools.json; do
  run "agentcli, $manifest" "$bin/agentcli" --tools "$source/$manifest" --base-url "$url/v1" \
    --model m --prompt hello
done
if is_tiny; then exit; fi
run pi "$(peer pi-coding-agent pi)" --provider local --model m --no-session -p hello
run opencode "$(peer opencode-ai opencode)" run hello
run codex "$(peer codex codex)" exec --skip-git-repo-check hello
run gemini-cli GEMINI_API_KEY=none GEMINI_CLI_TRUST_WORKSPACE=true GOOGLE_GEMINI_BASE_URL="$url" \
  "$(peer gemini-cli gemini)" -m gemini-2.5-pro -p hello
run claude-code ANTHROPIC_BASE_URL="$url" ANTHROPIC_API_KEY=none \
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 "$(peer claude-code claude)" -p hello
