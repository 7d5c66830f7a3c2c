#!/usr/bin/env bash
# Draws the pictures of a chat anew: docs/pictures/session.svg and recording.svg, from
# docs/pictures/chat.case, by the chat as it is built now. It takes as long as the recording does.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --build --preset release --target record_chat agentcli fs_read_lines fs_search fs_edit exec
build/release/bin/record_chat build/release/bin/agentcli docs/pictures/chat.case docs/pictures
