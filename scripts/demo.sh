#!/usr/bin/env bash
# demo.sh [PREFIX]: lets the agent answer a question about this repository. Without PREFIX, where it
# is installed (/usr), it is built first, with what is missing for that. The model's part is a
# recorded conversation (no network, no key); its tools run for real, on a scratch copy of the
# repository.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# = 1 ]; then
  agentcli=$1/bin/agentcli manifest=$1/share/agentcli/tools.json
else
  source scripts/packages.sh
  install "${build_packages[@]}"
  cmake --preset release > /dev/null
  tools=(tools/*/)
  cmake --build --preset release --target agentcli $(basename -a "${tools[@]}")
  agentcli=$PWD/build/release/bin/agentcli manifest=$PWD/tools.json
fi

copy=build/demo
rm -rf "$copy"
mkdir -p "$copy"
git ls-files -z -- docs toolkit tools | xargs -0 cp --parents -t "$copy"

question=$(cat examples/demo.prompt)
printf '\nasked:    %s\n\n' "$question"
(cd "$copy" \
  && "$agentcli" --tools "$manifest" --replay ../../examples/demo.ndjson --prompt "$question" \
  < /dev/null)
printf '\nit called:\n'
sed -nE 's/^.*"tool":"([^"]*)".*"exit":([0-9]*).*"ms":([0-9]*).*$/  \1, exit \2, \3 ms/p' \
  "$copy"/.agentcli/audit/*.log
printf '\nthe audit trail is in %s/.agentcli/audit\n' "$copy"
