#!/usr/bin/env bash
# What a person waits for in agentcli chat and in the terminal agents that npm has, in one run, on
# the same terminal and with the same scripted server: the first echoed key, the echo of a key while
# nothing runs and while an answer streams, a paste of 10,000 lines, the memory, and an answer of
# 1 MB. `cat` on a raw terminal is what an echo costs at least. Needs the release build, npm, perl
# and root; PEERS names a directory in which npm has installed the peers (else about 600 MB are
# fetched), AGENTS those that run, ROUNDS how often [3], ANSWERS=no leaves out what needs a model
# (start, echo and memory remain), PLOT is a file for a plot of the ratios to the quickest peer. The
# network namespace of the measurement has no device but loopback.
. "$(dirname "$0")/shared.sh"
needs perl
if [ -z "${CHAT_PEERS:-}" ]; then
  if is_tiny && [ -z "${PEERS:-}" ]; then
    echo 'no peers: PEERS names no directory of npm'
    PEERS=$dir AGENTS='agentcli cat' ANSWERS=no
  elif [ -z "${PEERS:-}" ]; then
    PEERS=$dir/npm
    from_npm "$PEERS" @mariozechner/pi-coding-agent opencode-ai @openai/codex @google/gemini-cli \
      @anthropic-ai/claude-code || true
  fi
  export AGENTS ANSWERS PLOT=${PLOT:+$(realpath "$PLOT")} CHAT_PEERS=$PEERS
fi
with_loopback_alone
. bench/plot.sh
coproc server { exec perl bench/chat_stream.pl; }
server_id=$server_PID
trap 'kill "$server_id"; rm -rf "$dir"' EXIT
read -r port <&"${server[0]}"
url=http://127.0.0.1:$port

home=$dir/home work=$dir/home/work
mkdir -p "$work" "$home/.codex" "$home/.config/opencode" "$home/.gemini" "$home/.pi/agent"
cat > "$home/.pi/agent/models.json" << END
{"providers":{"local":{"baseUrl":"$url/v1","api":"openai-completions","apiKey":"none",
  "models":[{"id":"m"}]}}}
END
cat > "$home/.gemini/settings.json" << END
{"security":{"auth":{"selectedType":"gemini-api-key"},"folderTrust":{"enabled":false}},
  "general":{"enableAutoUpdate":false}}
END
cat > "$home/.codex/config.toml" << END
model = "gpt-5"
model_provider = "local"
check_for_update_on_startup = false
[model_providers.local]
name = "local"
base_url = "$url/v1"
wire_api = "responses"
[projects."$work"]
trust_level = "trusted"
END
cat > "$home/.config/opencode/opencode.json" << END
{"autoupdate":false,"model":"local/m","provider":{"local":{"npm":"@ai-sdk/openai-compatible",
  "options":{"baseURL":"$url/v1","apiKey":"none"},"models":{"m":{}}}}}
END
cat > "$home/.claude.json" << END
{"hasCompletedOnboarding":true,"theme":"dark","autoUpdates":false,
  "customApiKeyResponses":{"approved":["none"],"rejected":[]},
  "projects":{"$work":{"hasTrustDialogAccepted":true,"hasCompletedProjectOnboarding":true}}}
END

run() { # NAME FLAG… -- COMMAND…
  local name=$1 flags=()
  shift
  while [ "$1" != -- ]; do flags+=("$1"); shift; done
  shift
  case " ${AGENTS:-$name} " in *" $name "*) ;; *) return 0 ;; esac
  (cd "$work" && timeout 300 env -i HOME="$home" PATH="$PATH" TERM=xterm-256color LANG=C.UTF-8 \
    "$programs/chat" "${flags[@]}" "$@" 2>> "$dir/err" || true) |
    sed "s/^/$name\t/" >> "$dir/figures"
}

peer=$CHAT_PEERS/node_modules/.bin answers=()
[ "${ANSWERS:-yes}" = no ] || answers=(--answers)
for _ in $(seq "${ROUNDS:-3}"); do
  run cat -- sh -c 'stty raw -echo; exec cat'
  run agentcli "${answers[@]}" -- "$bin/agentcli" chat --tools "$source/tools.core.json" \
    --base-url "$url/v1" --model m --no-session
  run pi "${answers[@]}" -- "$peer/pi" --provider local --model m --no-session
  run opencode "${answers[@]}" -- "$peer/opencode"
  run codex "${answers[@]}" -- "$peer/codex"
  run gemini "${answers[@]}" -- env GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL="$url" \
    "$peer/gemini" -m gemini-2.5-pro
  run claude "${answers[@]}" -- env ANTHROPIC_BASE_URL="$url" ANTHROPIC_API_KEY=none \
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 "$peer/claude"
done

# The median of each figure of each agent; then each figure as a row.
touch "$dir/rows"
sort -t "$(printf '\t')" -k1,2 -k3g "$dir/figures" | awk -F '\t' '
  function flush() { if (count) printf "%s\t%g\n", key, value[int((count + 1) / 2)]; count = 0 }
  $1 FS $2 != key { flush(); key = $1 FS $2 }
  { value[++count] = $3 }
  END { flush() }' > "$dir/medians"
awk -F '\t' -v rows="$dir/rows" '
  BEGIN {
    agents = split("agentcli pi opencode codex gemini claude cat", agent, " ")
    split("start echo echo.streaming paste memory " \
      "processor.1MB written.1MB memory.1MB", figure, " ")
    unit["start"] = unit["echo"] = unit["echo.streaming"] = unit["paste"] = "ms"
    words["start"] = "start to first echoed key"; words["echo"] = "echo of a key"
    words["echo.streaming"] = "echo while text streams"; words["paste"] = "paste of 10,000 lines"
    words["processor.1MB"] = "1 MB: processor time"
    unit["memory"] = unit["memory.1MB"] = unit["written.1MB"] = "MB"; unit["processor.1MB"] = "s"
  }
  { median[$1, $2] = $3 }
  END {
    printf "%-22s", ""
    for (a = 1; a <= agents; ++a) printf "%10s", agent[a]
    print "   ratio to the least of the peers"
    for (f = 1; f in figure; ++f) {
      least = ""
      printf "%-22s", figure[f] ", " unit[figure[f]]
      for (a = 1; a <= agents; ++a) {
        value = median[agent[a], figure[f]]
        printf "%10s", value == "" ? "-" : sprintf("%.4g", value)
        if (a > 1 && a < agents && value != "" && (least == "" || value < least)) least = value
      }
      own = median["agentcli", figure[f]]
      if (own == "" || least == "") { print ""; continue }
      printf "   %.3f\n", own / least
      if (figure[f] in words) printf "%s\t%.3f\t\n", words[figure[f]], own / least > rows
    }
    if (median["cat", "echo"] && median["agentcli", "echo"])
      printf "echo: %.2f of that of cat\n", median["agentcli", "echo"] / median["cat", "echo"]
    if (median["agentcli", "processor.100KB"])
      printf "an answer of 1 MB takes %.2f times the processor time of one of 100 KB\n",
        median["agentcli", "processor.1MB"] / median["agentcli", "processor.100KB"]
  }' "$dir/medians"
tail -c 2000 "$dir/err" | tr '\033' '^' >&2
measured=$(cut -f 1 "$dir/medians" | uniq | sed '/^agentcli$/d; /^cat$/d; s/^claude$/Claude Code/
  s/^codex$/Codex/; s/^gemini$/Gemini CLI/' | paste -sd ,)
[ -z "${PLOT:-}" ] || draw "$dir/rows" agentcli 'the quickest peer' \
  "Peers: ${measured//,/, }." > "$PLOT"
