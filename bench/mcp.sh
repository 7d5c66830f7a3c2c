#!/usr/bin/env bash
# What a warm call of a tool as an MCP server costs, against a plain call of it and against the
# server-filesystem of the protocol's authors, in one run; and the memory of both at rest. Needs the
# release build, Node.js and npm.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/build/release/bin
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
g++ -O2 -std=c++20 bench/mcp.cpp -o "$dir/mcp"
npm install --silent --no-fund --no-audit --prefix "$dir/npm" \
  @modelcontextprotocol/server-filesystem > "$dir/npm.log"
peer=$(find "$dir/npm" -path '*server-filesystem/dist/index.js' | head -n 1)
mkdir "$dir/workspace"
cd "$dir/workspace"
seq 100 > notes.txt
path=$PWD/notes.txt
"$dir/mcp" "$bin/fs_stat" '{"path":"notes.txt"}' \
  -- get_file_info '{"path":"'"$path"'"}' node "$peer" "$PWD"
"$dir/mcp" "$bin/fs_read_lines" '{"path":"notes.txt"}' \
  -- read_text_file '{"path":"'"$path"'"}' node "$peer" "$PWD"
