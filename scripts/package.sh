#!/usr/bin/env bash
# Makes the packages of a build (the first argument; build/release without one) in a folder that is made anew (the second; build/packages), and their
# SHA256SUMS. What follows is for cpack.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
packages=${2:-build/packages}
rm -rf "$packages"
cpack --config "$build/CPackConfig.cmake" -B "$packages" "${@:3}"
rm -rf "$packages/_CPack_Packages"
cd "$packages"
sha256sum -- * > SHA256SUMS
cat SHA256SUMS
