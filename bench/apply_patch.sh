#!/usr/bin/env bash
# apply_patch against git apply and GNU patch, in one run: on the difference between two Debian
# packages of kernel headers (thousands of files), and on one line. Our time has the reading of the
# JSON request in it. Needs the release build; fetches about 20 MB. TMPDIR chooses the file system.
. "$(dirname "$0")/shared.sh"
prepare git patch jq
needs git jq
tool=$bin/apply_patch
peers=("git apply < ../patch") patch=()
if has_peer patch; then
  peers+=("patch -s -p1 < ../patch")
  patch=(-- "GNU patch" patch /dev/null patch -d tree -s -p1)
fi
cd "$dir"
export HOME=$dir GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES=$dir

unpack() { # PACKAGE FOLDER
  apt-get download -qq -o APT::Sandbox::User=root "$1"
  dpkg-deb --extract "$1"_*.deb "$2.package"
  mv "$2.package"/usr/src/linux-headers-* "$2"
  find "$2" -type l -delete
  rm -r "$1"_*.deb "$2.package"
}

contest() { # NAME: the tree a becomes b by a patch, ours and theirs, to the same bytes
  local git=(git --git-dir="$dir/git" -c core.safecrlf=false) side
  rm -rf git && "${git[@]}" init -q
  for side in a b; do
    "${git[@]}" --work-tree=$side add --all
    "${git[@]}" --work-tree=$side -c user.name=bench -c user.email=bench@localhost commit -q \
      -m $side
  done
  "${git[@]}" diff --no-renames HEAD~ HEAD > patch
  jq --raw-input --slurp '{unifiedDiff: .}' patch > request
  local reset="rm -rf '$dir/tree' && cp -r '$dir/a' '$dir/tree'" peer
  for peer in "$tool < ../request" "${peers[@]}"; do
    sh -c "$reset"
    (cd tree && sh -c "$peer" > ../output 2>&1) || { head -c 1000 output; exit 1; }
    find tree -type d -empty -delete # git and patch do; apply_patch leaves directories alone
    diff -r tree b
  done
  echo "$1: $(grep -c '^--- ' patch) files, $(grep -c '^@@' patch) hunks, $(stat \
    -c %s patch) bytes, on $(stat -f -c %T .)"
  "$programs/turns" "$reset" \
    -- apply_patch request /dev/null "$tool" --root tree \
    -- "git apply" patch /dev/null git -C tree apply \
    "${patch[@]}"
}

mkdir a b
seq 100 > a/notes.txt
sed 's/^50$/fifty/' a/notes.txt > b/notes.txt
ROUNDS=${ROUNDS:-300} contest "one line"
rm -r a b

if is_tiny; then
  mkdir a b
  for file in 1 2 3; do seq 100 | tee a/$file | sed 's/^50$/fifty/' > b/$file; done
  contest headers
  exit
fi

mapfile -t packages < <(apt-cache search --names-only '^linux-headers-[0-9].*-common$' \
  | cut -d ' ' -f 1 | grep -v rt- | sort -V)
[ ${#packages[@]} -ge 2 ] \
  || { echo "apt knows no two packages of kernel headers: apt-get update" >&2; exit 1; }
unpack "${packages[0]}" a
unpack "${packages[-1]}" b
# Only what differs: the rest would be copied before each turn, and looked at by nobody.
(cd a && find . -type f) | while read -r file; do
  if cmp -s "a/$file" "b/$file"; then echo "$file"; fi
done > same
for side in a b; do (cd $side && xargs -d '\n' rm) < same; done
find a b -type d -empty -delete
contest "headers, ${packages[0]} to ${packages[-1]}"
