# The answer of exec names the files that are run later and that its command has changed, and no
# others, at each level; none where a command may write nothing.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
# a command has another /tmp
printf '#!/bin/sh\nexec "%s" clone "%s" "$@"\n' "$bin/without_namespaces" "$bin/exec" \
  > "$dir/without_namespaces"
chmod +x "$dir/without_namespaces"
fail() { echo "FAILED: $1"; cat "$dir/answer"; exit 1; }

says() { # RUNS-LATER SCRIPT FLAG…: what the answer has from "runsLater" to "sandbox"
  local expected=$1 script=$2
  shift 2
  sleep 0.02 # the clock of changes goes by ticks: what is there is older than what comes
  printf '{"cmd":"sh","args":["-c","%s"]}' "$script" | "$exec" "$@" > "$dir/answer"
  grep -q '"exitCode":0' "$dir/answer" || fail "the command does not run: $script"
  local found
  found=$(grep -o '"runsLater.*' "$dir/answer" | sed 's/,"sandbox".*//; s/}*$//' || true)
  [ "$found" = "$expected" ] || fail "$script: it says '$found', not '$expected'"
}

for exec in "$bin/exec" "$dir/without_namespaces"; do
  rm -rf "$dir/workspace"
  mkdir -p "$dir/workspace/src" "$dir/workspace/stash/sub"
  cd "$dir/workspace"
  touch Makefile src/CMakeLists.txt src/x.c stash/tasks.json stash/sub/Makefile evil
  says \
    '' 'cat Makefile; echo x > src/x.c; mkdir -p node_modules/a; echo x > node_modules/a/package.json; rm src/CMakeLists.txt'
  says '"runsLater":["Makefile","src/.envrc"]' \
    'echo x >> Makefile; touch -d 2001-01-01 Makefile; echo x > src/.envrc'
  says \
    '"runsLater":[".github",".github/workflows",".github/workflows/ci.yml","conftest.py","setup.py"]' \
    'ln evil setup.py; ln -s evil conftest.py; mkdir -p .github/workflows; echo x > .github/workflows/ci.yml'
  says '"runsLater":["conftest.py","setup.py"]' 'echo x > evil'
  says '"runsLater":["other/sub/Makefile"]' 'mv stash other'
  says '"runsLater":[".vscode",".vscode/sub",".vscode/sub/Makefile",".vscode/tasks.json"]' \
    'mv other .vscode'
  says '' 'cat Makefile' --policy=read-only
  names='"many/00/Makefile"'
  for number in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19; do
    names="$names,\"many/$number/Makefile\""
  done
  says "\"runsLater\":[$names],\"runsLaterMore\":5" \
    'for n in 00 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do mkdir -p many/$n; echo x > many/$n/Makefile; done' --policy=unrestricted
done
