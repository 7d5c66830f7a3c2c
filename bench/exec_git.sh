#!/usr/bin/env bash
# Measures what keeping the history of a repository adds to exec: workspaces with a repository of
# 10 MB in a pack, of 100,000 loose objects, of 200 and of 10,000 refs with reflogs, beside one
# without a repository, in one run. BEFORE is an exec of another build that takes turns with this.
place=/var/tmp
. "$(dirname "$0")/shared.sh"
needs git
mkdir "$dir/home"
export HOME=$dir/home GIT_CONFIG_NOSYSTEM=1
git config --global user.name A
git config --global user.email a@b.c
git config --global init.defaultBranch main
cd "$dir"
mkdir none
git init -q pack
head -c "$(size 10000000 10000)" /dev/urandom > pack/random
git -C pack add random
git -C pack commit -qm one
git -C pack gc -q
for count in 200 "$(size 10000 300)"; do
  cp -a pack "refs$count"
  for number in $(seq "$count"); do echo "create refs/heads/b$number HEAD"; done \
    | git -C "refs$count" -c core.logAllRefUpdates=always update-ref --stdin
done
git init -q loose
for number in $(seq "$(size 100000 1000)"); do
  printf 'blob\nmark :%d\ndata %d\n%s\n' "$number" ${#number} "$number"
done | git -C loose -c fastimport.unpackLimit=1000000 fast-import --quiet
git -C loose commit -qm one --allow-empty
runs=(/bin/true)
for directory in none pack loose refs*; do
  runs+=(+ "${BEFORE:-$bin/exec}" "--root=$directory" --require=namespaces)
  [ -z "${BEFORE:-}" ] || runs+=(+ "$bin/exec" "--root=$directory" --require=namespaces)
done
"$programs/exec" '{"cmd":"/bin/true"}' "${runs[@]}"
