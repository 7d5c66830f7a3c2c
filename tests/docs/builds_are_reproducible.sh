# Two rooms of the toolkit and a program, built of the same sources in another directory and without
# a compiler cache, are the same bytes as those of this build; scripts/reproduce.sh compares whole
# packages. No program contains the path of the sources, and the SBOM has what is linked.
. "$(dirname "$0")/../shell.sh"
needs cmake ninja jq
! is_sanitized || skip 'it is tried with the release build'
type=$(sed -n 's/^CMAKE_BUILD_TYPE:[A-Z]*=//p' "$bin/../CMakeCache.txt")
[ "$type" = Release ] || skip 'this is no release build'
copy=$dir/another/place
mkdir -p "$copy"
(cd "$source" && git ls-files -z --cached --others --exclude-standard \
  | tar --create --null --files-from=- --ignore-failed-read 2> /dev/null) | tar -x -C "$copy"
targets=(toolkit_glob toolkit_text embed_zones)
cd "$copy"
(cmake --preset release && CCACHE_DISABLE=1 cmake --build build/release --target "${targets[@]}") \
  > "$dir/log" 2>&1 || { cat "$dir/log"; fail 'the build'; }
compared=0
for file in build/release/CMakeFiles/{toolkit_glob,toolkit_text}.dir/Unity/*.o \
  build/release/bin/embed_zones; do
  cmp "$file" "$bin/../${file#build/release/}" || fail "$file differs from that of this build"
  compared=$((compared + 1))
done
[ $compared -ge 3 ] || fail 'nothing is compared'

for program in "$bin/agentcli" $(ls "$source/tools" | sed "s|^|$bin/|"); do
  strip -o "$dir/stripped" "$program"
  ! grep -qaF "$source/" "$dir/stripped" || fail "$program contains $source"
done

# What linked programs have of Debian, with versions.
cd "$dir"
SOURCE_DATE_EPOCH=86400 "$source/scripts/sbom.sh" "$bin/.." third-party > sbom.json
jq -r '.creationInfo.created, .spdxVersion' sbom.json > out
printf '1970-01-02T00:00:00Z\nSPDX-2.3\n' | cmp - out || fail 'the SBOM'
linked() { # RELATIONSHIP
  jq -r --arg type "$1" '.relationships[] | select(.relationshipType == $type).relatedSpdxElement' \
    sbom.json | sed 's/^SPDXRef-//' | sort
}
for package in libc6-dev libssl-dev libre2-dev; do
  linked STATIC_LINK | grep -qx $package || fail "the SBOM lacks $package"
done
for package in nlohmann-json3-dev tzdata; do
  linked CONTAINS | grep -qx $package || fail "the SBOM lacks $package"
done
version=$(dpkg-query --show --showformat='${Version}' libssl-dev)
[ "$(jq -r '.packages[] | select(.name == "libssl-dev").versionInfo' sbom.json)" = "$version" ] \
  || fail 'the SBOM has another version of libssl-dev'
jq -r '.packages[].name' sbom.json | sed 1d | sort > named
{ linked STATIC_LINK; linked CONTAINS; } | sed 's/libstdc--/libstdc++/' | sort | cmp - named \
  || fail 'the relations'
ls third-party | sort | cmp - named || fail 'copyright files are missing'
