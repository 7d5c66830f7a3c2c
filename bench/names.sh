#!/usr/bin/env bash
# names.sh [FILE]: bench/names.cpp, with the lines of FILE or with names that are made up.
. "$(dirname "$0")/shared.sh"
"$programs/names" "$@"
