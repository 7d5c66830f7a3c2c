#!/usr/bin/env bash
# pages.sh: writes the pages, and parts of pages, that are made of the sources, with the release
# build. Tests compare them.
set -eu
cd "$(dirname "$0")/.."
bin=$PWD/build/release/bin
page=$(mktemp)
trap 'rm -f "$page"' EXIT
(cd / && "$bin/agentcli" generate reference) > "$page" # not with the tools.json here
cp "$page" docs/reference.md
"$bin/channel_texts" page < docs/host.md > "$page"
cp "$page" docs/host.md
for client in python/agentcli.py typescript/agentcli.ts; do
  "$bin/agentcli" generate channel | python3 -B clients/generate.py "clients/$client" > "$page"
  cp "$page" "clients/$client"
done
