# lintian, the checks of Debian's policy, reports nothing of the .deb, not even what it calls minor;
# cmake/debian/lintian-overrides has a reason for each exception.
. "$(dirname "$0")/../shell.sh"
needs lintian
! is_sanitized || skip 'it is tried with the release build'
"$source/scripts/package.sh" "$bin/.." "$dir/packages" -G DEB \
  -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip > "$dir/log" 2>&1 || { cat "$dir/log"; fail 'package.sh'; }
cd "$dir"
lintian --display-info --fail-on error,warning,info packages/*.deb > out 2> err \
  || fail 'lintian complains'
[ ! -s out ] || fail 'lintian complains'
overrides=$source/cmake/debian/lintian-overrides
[ "$(grep -vc '^#' "$overrides")" -le 6 ] || fail 'there are many overrides'
