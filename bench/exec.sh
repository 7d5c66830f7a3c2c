#!/usr/bin/env bash
# What exec costs over /bin/true, spawn to reap, beside bubblewrap with an equal policy, in one run.
# Needs the release build and bwrap.
place=/var/tmp
. "$(dirname "$0")/shared.sh"
mkdir "$dir/workspace"
cd "$dir/workspace"
# What exec hides by itself.
hidden=()
for path in /etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/ssl/private /sys/kernel/debug \
  /sys/kernel/tracing ~/.{ssh,aws,gnupg,docker,kube,npmrc,netrc,claude,git-credentials}; do
  if [ -d "$path" ] && [ -r "$path" ]; then hidden+=(--tmpfs "$path")
    elif [ -r "$path" ]; then hidden+=(--ro-bind /dev/null "$path"); fi
done
user=()
[ "$(id -u)" = 0 ] || user=(--unshare-user)
peer=(bwrap --die-with-parent --new-session --unshare-pid --unshare-ipc --unshare-uts \
  --unshare-net "${user[@]}" --cap-drop ALL \
    --ro-bind / / --bind "$PWD" "$PWD" --proc /proc --dev /dev \
    --tmpfs /tmp "${hidden[@]}" /bin/true)
has_peer bwrap || peer=("$bin/exec")
"$programs/exec" '{"cmd":"/bin/true"}' /bin/true + "${peer[@]}" + \
  "$bin/exec" --require=namespaces + \
  "$bin/exec" --policy=unrestricted
