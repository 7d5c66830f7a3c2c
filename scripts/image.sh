#!/usr/bin/env bash
# Writes an image of the programs of a build (the first argument; build/release without one), their
# manifests and licenses and the certificates of authorities as an OCI archive (the second;
# agentcli.tar). There is nothing else in the image. The same build gives the same bytes. Needs
# cmake and GNU tar.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
archive=${2:-agentcli.tar}
authorities=${AUTHORITIES:-/etc/ssl/certs/ca-certificates.crt}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
packed() { # DIRECTORY NAME…: of the same bytes each time
  LC_ALL=C tar --create --directory="$1" --sort=name --format=ustar --mtime=@0 --owner=0 --group=0 \
    --numeric-owner --mode=u+rwX,go+rX,go-w "${@:2}"
}
sum() { sha256sum "$1" | cut -d ' ' -f 1; }
blob() { # FILE MEDIA_TYPE: becomes a blob of the image; prints its descriptor
  local hash size
  hash=$(sum "$1")
  size=$(stat -c %s "$1")
  mv "$1" "$dir/image/blobs/sha256/$hash"
  printf '{"mediaType":"%s","digest":"sha256:%s","size":%s}' "$2" "$hash" "$size"
}

cmake --install "$build" --strip --prefix "$dir/installed" > "$dir/log"
mkdir -p "$dir"/root/{share/doc/agentcli,etc/ssl/certs,work} "$dir/image/blobs/sha256"
mv "$dir/installed/bin" "$dir/root/bin"
mv "$dir/installed/share/agentcli" "$dir/root/share/agentcli"
for license in LICENSE third-party; do
  file=$dir/installed/share/doc/agentcli/$license
  [ ! -e "$file" ] || mv "$file" "$dir/root/share/doc/agentcli"
done
cp "$authorities" "$dir/root/etc/ssl/certs/ca-certificates.crt"
for program in "$dir"/root/bin/*; do
  ! LC_ALL=C readelf -l "$program" | grep -q INTERP || { echo "$program is not static"; exit 1; }
done

machine=$(uname -m | sed 's/^x86_64$/amd64/; s/^aarch64$/arm64/')
type=application/vnd.oci.image
packed "$dir/root" . > "$dir/layer"
content=$(sum "$dir/layer")
layer=$(blob "$dir/layer" $type.layer.v1.tar)
printf '{"architecture":"%s","os":"linux","config":{"Entrypoint":["/bin/agentcli"],%s},%s}' \
  "$machine" '"Env":["PATH=/bin"],"WorkingDir":"/work","User":"65534:65534"' \
  '"rootfs":{"type":"layers","diff_ids":["sha256:'"$content"'"]}' > "$dir/config"
config=$(blob "$dir/config" $type.config.v1+json)
printf '{"schemaVersion":2,"mediaType":"%s","config":%s,"layers":[%s]}' $type.manifest.v1+json \
  "$config" "$layer" > "$dir/manifest"
manifest=$(blob "$dir/manifest" $type.manifest.v1+json)
printf '{"imageLayoutVersion":"1.0.0"}' > "$dir/image/oci-layout"
printf '{"schemaVersion":2,"manifests":[%s]}' "$manifest" > "$dir/image/index.json"
packed "$dir/image" blobs index.json oci-layout > "$archive"
