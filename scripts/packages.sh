# Sourced by the scripts beside it: install PACKAGE… installs those that are missing, from Debian
# alone. Asks sudo where the user isn't root.

build_packages=(git g++ cmake ninja-build pkg-config nlohmann-json3-dev libre2-dev libssl-dev \
  libboost-dev
  libcmark-gfm-dev libcmark-gfm-extensions-dev libutf8proc-dev libvterm-dev libyaml-dev catch2 \
    tzdata zlib1g-dev)
# Debian 13 keeps the old names of time zones in a package of their own, and its OpenSSL needs two
# libraries more.
if apt-cache show tzdata-legacy > /dev/null 2>&1; then
  build_packages+=(tzdata-legacy libzstd-dev)
fi
# What the tests use.
test_packages=(gnupg jq json-schema-test-suite lintian man-db mandoc openssl procps \
  python3-jsonschema python3-yaml ripgrep ruby ruby-liquid tmux util-linux)

install() {
  local package missing=() as_root=()
  for package in "$@"; do
    dpkg-query --show --showformat='${db:Status-Status}' "$package" 2> /dev/null \
      | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  echo "installing: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq \
    --no-install-recommends "${missing[@]}" > /dev/null
}
