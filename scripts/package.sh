#!/usr/bin/env bash
# Makes the packages of a build (the first argument; build/release without one) in build/packages, and their SHA256SUMS.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
rm -rf build/packages
cpack --config "$build/CPackConfig.cmake" -B build/packages
rm -rf build/packages/_CPack_Packages
cd build/packages
sha256sum -- * > SHA256SUMS
cat SHA256SUMS
