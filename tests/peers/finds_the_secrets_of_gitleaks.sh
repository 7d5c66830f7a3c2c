# How many secrets `agentcli redact` finds: of gitleaks' samples at least 90 %, of its 110 shapes of
# tokens at least 100, and of 160 secrets in their usual places at least 140. The rules are not
# stored here: AGENTCLI_GITLEAKS names a checked-out tree. VERBOSE=1 names what is missed.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
[ -n "${AGENTCLI_GITLEAKS:-}" ] \
  || { echo "skipped: AGENTCLI_GITLEAKS names no directory with gitleaks' sources"; exit 77; }
python3 -c 'import re._parser, tomllib' 2> /dev/null \
  || { echo "skipped: there is no python3 of version 3.11 or later"; exit 77; }
PYTHONDONTWRITEBYTECODE=1 exec python3 "$(dirname "$0")/finds_the_secrets_of_gitleaks.py" "$bin" \
  "$AGENTCLI_GITLEAKS"
