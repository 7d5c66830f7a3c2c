#!/usr/bin/env bash
# action.sh: the work of action.yml, whose inputs are in variables INPUT_…. Gets agentcli, runs it
# in the workspace, and writes the outputs `answer` and `status` to GITHUB_OUTPUT. Exits as agentcli
# does.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
fail() { echo "::error::$1" >&2 && exit 2; }

# Unpacks the release of this version to DIRECTORY after a check of its sum. Fails if there is none.
download() { # DIRECTORY
  [ -n "${ACTION_REF:-}" ] && [ -n "${ACTION_REPOSITORY:-}" ] || return
  local archive
  gh release download "$ACTION_REF" --repo "$ACTION_REPOSITORY" --dir "$1" \
    --pattern '*-linux-amd64.tar.gz' --pattern SHA256SUMS || return
  archive=$(cd "$1" && ls -- *.tar.gz) || return
  (cd "$1" && grep -qF "  $archive" SHA256SUMS && sha256sum --check --ignore-missing --strict \
    SHA256SUMS) >&2 || fail "the checksum of $archive is wrong"
  tar -xzf "$1/$archive" -C "$1" --strip-components=1
}

prefix=${INPUT_PREFIX:-}
if [ -z "$prefix" ]; then
  prefix=${RUNNER_TEMP:-/tmp}/agentcli
  if [ ! -x "$prefix/bin/agentcli" ]; then
    mkdir -p "$prefix"
    if ! download "$prefix"; then
      echo 'there is no release of this version: it is built' >&2
      (cd "$here" && ./scripts/package.sh build/release build/packages -G TGZ >&2)
      tar -xzf "$here"/build/packages/*.tar.gz -C "$prefix" --strip-components=1
    fi
  fi
fi
[ -x "$prefix/bin/agentcli" ] || fail "there is no $prefix/bin/agentcli"

tools=$INPUT_TOOLS
[ ! -f "$prefix/share/agentcli/$tools.json" ] || tools=$prefix/share/agentcli/$tools.json
words=(--tools "$tools")
case "${INPUT_PROMPT:+p}${INPUT_WORKFLOW:+w}${INPUT_TEST:+t}" in
p) words+=(--prompt "$INPUT_PROMPT") ;;
w) words+=(--workflow "$INPUT_WORKFLOW") ;;
t)
  words=(test "${words[@]}")
  read -ra files <<< "$INPUT_TEST"
  [ "$INPUT_TEST" = all ] || words+=("${files[@]}")
  ;;
*) fail 'give one of the inputs prompt, workflow and test' ;;
esac
if [ -n "${INPUT_ARGS:-}" ]; then
  mapfile -t lines <<< "$INPUT_ARGS"
  for line in "${lines[@]}"; do [ -z "$line" ] || words+=("$line"); done
fi
[ -z "${INPUT_MODEL:-}" ] || export OAI_MODEL=$INPUT_MODEL
[ -z "${INPUT_BASE_URL:-}" ] || export OAI_BASE_URL=$INPUT_BASE_URL
[ -z "${INPUT_API_KEY:-}" ] || export OAI_API_KEY=$INPUT_API_KEY
unset GH_TOKEN INPUT_API_KEY

cd "${INPUT_DIRECTORY:-.}"
output=$(mktemp)
trap 'rm -f "$output"' EXIT
status=0
"$prefix/bin/agentcli" "${words[@]}" < /dev/null | tee "$output" || status=$?
# The model must not be able to end the value and to set another output.
mark=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
{
  echo "status=$status"
  echo "answer<<$mark"
  cat "$output"
  echo
  echo "$mark"
} >> "$GITHUB_OUTPUT"
exit "$status"
