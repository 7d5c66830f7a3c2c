#!/usr/bin/env bash
# pages.sh: writes the pages, and parts of pages, that are made of the sources, with the release
# build. Tests compare them.
set -eu
cd "$(dirname "$0")/.."
bin=build/release/bin
page=$(mktemp)
trap 'rm -f "$page"' EXIT
"$bin/agentcli" generate reference > "$page"
cp "$page" docs/reference.md
"$bin/channel_texts" page < docs/host.md > "$page"
cp "$page" docs/host.md
