# The fixtures of other projects' editing tools, run against ours: none may end in a wrong file.
# They are not stored here: AGENTCLI_PEERS names a directory with a checked-out tree or git
# directory of each: codex, opencode, Roo, gemini-cli, cline, continue, crush, codebuff, aider, pi.
# Prints the counts.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
[ -n "${AGENTCLI_PEERS:-}" ] \
  || { echo "skipped: AGENTCLI_PEERS names no directory with the suites of peers"; exit 77; }
needs python3
PYTHONDONTWRITEBYTECODE=1 exec python3 "$(dirname "$0")/judge.py" "$bin" "$AGENTCLI_PEERS"
