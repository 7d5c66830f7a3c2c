# No link that a command has left in the workspace decides what --tmp, --show, --hide and --write
# are about.
. "$(dirname "$0")/../shell.sh"
cd "$dir"

run() { # REQUEST FLAG…
  local request=$1
  shift
  "${tool[@]}" --root workspace "$@" <<< "$request" > out 2> err
}
refused() { # FLAG…
  ! run '{"command":"cat notes; touch \"$TMPDIR/evil\""}' "$@" || fail "$level: $* is followed"
  grep -q '"error":"[^"]*leads through a symbolic link in the workspace' err || fail "$level: $*"
  [ ! -e outside/evil ] || fail "$level: $* leads out"
}

for level in namespaces landlock; do
  tool=("$bin/exec")
  [ $level = namespaces ] || tool=("$bin/without_namespaces" clone "$bin/exec")
  rm -rf workspace outside
  mkdir -p workspace/scratch workspace/way/in outside/in
  echo key > outside/key
  echo notes > workspace/notes
  flags=(--tmp=workspace/scratch --show=workspace/notes --hide=outside/key)
  run '{"command":"cat notes; touch \"$TMPDIR/file\""}' "${flags[@]}" || fail "$level: the flags"
  [ -e workspace/scratch/file ] || fail "$level: --tmp in the workspace"
  grep -q '"stdout":"notes\\n"' out || fail "$level: --show in the workspace"
  links='ln -s ../outside scratch; ln -s ../outside way; ln -s ../outside/key notes'
  run "{\"command\":\"rm -r scratch way notes; $links\"}" || fail "$level: no links"
  refused --tmp=workspace/scratch
  refused "--tmp=$dir/workspace/scratch"
  refused --tmp=workspace/way/in
  refused --show=workspace/notes --hide=outside/key
  refused --hide=workspace/notes
  refused --write=workspace/way/in
done
