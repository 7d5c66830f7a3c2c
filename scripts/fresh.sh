#!/usr/bin/env bash
# fresh.sh SUITE [COMMAND]: runs COMMAND (without one, both commands of the README, the second with
# its release tests only) in a clone of this repository's HEAD, as root of a minimal Debian SUITE
# (bookworm, trixie) that debootstrap makes for this run and that is removed at its end. PACKAGES
# names a directory that is copied into the clone. Uses the apt mirror of this machine. Exit status
# 77, with a message, if that is not possible here.
set -euo pipefail
cd "$(dirname "$0")/.."
suite=${1:?usage: fresh.sh SUITE [COMMAND]}
command=${2:-./scripts/demo.sh && ./scripts/test.sh release}

skip() { echo "skipped: $1"; exit 77; }
[ "$(id -u)" = 0 ] || skip 'debootstrap requires root'
source scripts/packages.sh
install debootstrap util-linux || skip 'debootstrap cannot be installed'
unshare --mount --pid --fork true 2> /dev/null || skip 'mount namespaces are not available'
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' \
  | grep -m 1 -E '/debian/?$' || true)
[ -n "$mirror" ] || skip 'apt has no mirror of Debian'

root=$(mktemp -d /var/tmp/agentcli-fresh-XXXXXX)
trap 'rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase --include=git,ca-certificates "$suite" "$root" "$mirror" \
  > "$root.log" 2>&1 ||
  { tail -n 5 "$root.log"; rm -f "$root.log"; skip "debootstrap cannot make a root of $suite"; }
rm -f "$root.log"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
# How this machine reaches the mirror, if not directly.
apt-config dump Acquire::http Acquire::https > "$root/etc/apt/apt.conf.d/90fresh"
git clone --quiet --no-local . "$root/root/agentcli"
[ -z "${PACKAGES:-}" ] || cp -r --parents "$PACKAGES" "$root/root/agentcli"

# pivot_root rather than chroot: the kernel denies user namespaces to a process in a chroot.
# shellcheck disable=SC2016
unshare --mount --pid --fork --mount-proc env \
  -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb bash -euc '
  root=$1
  mount --make-rprivate /
  mount --bind "$root" "$root"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  cd "$root"
  mkdir -p old
  pivot_root . old
  cd /root/agentcli
  umount --lazy /old
  rmdir /old
  exec bash -euc "$2"
' fresh "$root" "$command" < /dev/null
