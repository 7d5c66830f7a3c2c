#!/usr/bin/env bash
# sbom.sh BUILD THIRD_PARTY: prints which Debian packages the programs of BUILD contain, with their
# versions, as SPDX 2.3 (JSON), and writes the copyright file of each to THIRD_PARTY/PACKAGE. A
# package counts if a program is linked with an archive of it, or includes a header or data of it.
set -euo pipefail
build=$1 third_party=$2
export LC_ALL=C
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
setting() { sed -n "s/^set($1 \"\(.*\)\")$/\1/p" "$build/CPackConfig.cmake"; }
version=$(setting CPACK_PACKAGE_VERSION) machine=$(setting CPACK_DEBIAN_PACKAGE_ARCHITECTURE)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ninja -C "$build" -t commands product > "$work/commands"
{
  grep -e ' -static-pie ' "$work/commands" | grep -oE -- ' (-l[^ ]+|/[^ ]+\.a)' | sort -u |
    sed -E 's/^ (-l(.*))?/\2/' | while read -r library; do
      case $library in
      /*) echo "$library" ;;
      *) "$compiler" -print-file-name="lib$library.a" ;;
      esac
    done
  for archive in libc.a libstdc++.a libgcc.a; do "$compiler" -print-file-name="$archive"; done
} | sort -u | xargs realpath > "$work/linked"
{
  grep -oE -- ' -o [^ ]+\.o ' "$work/commands" | cut -d ' ' -f 3 | sort -u |
    xargs ninja -C "$build" -t deps | sed -n 's|^ *\(/usr/.*\)|\1|p' | sort -u | xargs realpath
  # get_time contains the time zones.
  find /usr/share/zoneinfo/{tzdata.zi,US/Pacific} 2> /dev/null || true
} > "$work/included"

packages_of() { # FILE
  xargs dpkg-query --search < "$1" | sed -nE 's/^([a-z0-9][^ ,]*): .*/\1/p' | sort -u
}
packages_of "$work/linked" > "$work/static"
# The headers of the kernel are its interface, and nothing of it.
packages_of "$work/included" | grep -v '^linux-libc-dev' |
  comm -23 - "$work/static" > "$work/contained"
[ -s "$work/static" ] && [ -s "$work/contained" ]

. /etc/os-release
relate() { # SPDX_ID RELATIONSHIP SPDX_ID
  printf '{"spdxElementId":"SPDXRef-%s","relationshipType":"%s",' "$1" "$2"
  printf '"relatedSpdxElement":"SPDXRef-%s"}' "$3"
}
unknown='"downloadLocation":"NOASSERTION","filesAnalyzed":false'
# Appends the packages that stdin names to `packages` and `relations`, and copies their licenses.
describe() { # RELATIONSHIP
  local package name id number source machine purl
  while read -r package; do
    name=${package%:*} id=${package%:*}
    id=${id//+/-}
    IFS='|' read -r number source machine < <(dpkg-query --show \
      --showformat='${Version}|${source:Package} ${source:Version}|${Architecture}\n' "$package")
    cp -L "/usr/share/doc/$name/copyright" "$third_party/$name"
    purl=${number//+/%2B}
    purl="pkg:deb/$ID/${name//+/%2B}@${purl//:/%3A}?arch=$machine&distro=$ID-$VERSION_ID"
    {
      printf ',\n  {"SPDXID":"SPDXRef-%s","name":"%s","versionInfo":"%s",' "$id" "$name" "$number"
      printf '"sourceInfo":"of the Debian source package %s",%s,' "$source" "$unknown"
      printf '"supplier":"Organization: Debian","externalRefs":[{"referenceCategory":'
      printf '"PACKAGE-MANAGER","referenceType":"purl","referenceLocator":"%s"}]}' "$purl"
    } >> "$work/packages"
    { printf ',\n  ' && relate agentcli "$1" "$id"; } >> "$work/relations"
  done
}
rm -rf "$third_party"
mkdir -p "$third_party"
describe STATIC_LINK < "$work/static"
describe CONTAINS < "$work/contained"
name=agentcli-$version-$machine
hash=$(cat "$work/packages" "$work/relations" | sha256sum | cut -c 1-32)
created=$(date -u -d "@${SOURCE_DATE_EPOCH:-0}" +%Y-%m-%dT%H:%M:%SZ)
cat << END
{"spdxVersion":"SPDX-2.3","dataLicense":"CC0-1.0","SPDXID":"SPDXRef-DOCUMENT","name":"$name",
 "documentNamespace":"https://spdx.org/spdxdocs/$name-$hash",
 "creationInfo":{"created":"$created","creators":["Tool: agentcli-sbom.sh"]},
 "packages":[
  {"SPDXID":"SPDXRef-agentcli","name":"agentcli","versionInfo":"$version",
   "licenseDeclared":"MIT",$unknown}$(cat "$work/packages")],
 "relationships":[
  $(relate DOCUMENT DESCRIBES agentcli)$(cat "$work/relations")]}
END
