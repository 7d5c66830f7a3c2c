#!/usr/bin/env bash
# package.sh [BUILD [PACKAGES [ARGUMENT…]]]: builds what is out of date in BUILD (build/release;
# configured first if it is none, with what that needs from Debian), and makes PACKAGES
# (build/packages) anew: a tarball, a .deb and their SHA256SUMS. ARGUMENTs go to cpack.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
packages=${2:-build/packages}

if [ ! -f "$build/CPackConfig.cmake" ]; then
  source scripts/packages.sh
  install "${build_packages[@]}"
  cmake --preset release -B "$build"
fi
cmake --build "$build" --target product
rm -rf "$packages"
cpack --config "$build/CPackConfig.cmake" -B "$packages" "${@:3}"
rm -rf "$packages/_CPack_Packages"
cd "$packages"
sha256sum -- * > SHA256SUMS
cat SHA256SUMS
