#!/usr/bin/env bash
# package.sh [BUILD [PACKAGES [ARGUMENT…]]]: builds what is out of date in BUILD (build/release;
# configured first if it is none, with what that needs from Debian), and makes PACKAGES
# (build/packages) anew: a tarball, a .deb, an SBOM and their SHA256SUMS. ARGUMENTs go to cpack. The
# same commit gives the same bytes on the same Debian: all times are that of the commit, or
# SOURCE_DATE_EPOCH.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
packages=${2:-build/packages}
umask 022
export LC_ALL=C
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2> /dev/null || date -r CHANGELOG.md +%s)
fi
export SOURCE_DATE_EPOCH

if [ ! -f "$build/CPackConfig.cmake" ]; then
  source scripts/packages.sh
  install "${build_packages[@]}"
  cmake --preset release -B "$build"
fi
cmake --build "$build" --target product
rm -rf "$packages"
mkdir -p "$packages"
./scripts/sbom.sh "$build" "$build/third-party" > "$packages/agentcli.spdx.json"
cpack --config "$build/CPackConfig.cmake" -B "$packages" "${@:3}"
rm -rf "$packages/_CPack_Packages"
cd "$packages"
sha256sum -- * > SHA256SUMS
cat SHA256SUMS
