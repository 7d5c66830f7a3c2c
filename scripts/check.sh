#!/usr/bin/env bash
# check.sh [COMMIT | --pages]: reports what is wrong with the sources and can be found without
# compiling them, in less than a minute:
#   format      clang-format (version 14)
#   syntax      of shell, Perl and Python scripts
#   rules       tests/rules: widths, words, lengths of functions (by their braces) and of files,
#               includes, links, workflows
#   pages       generated pages and manifests, if build/release is newer than every source
# With a COMMIT, format and syntax look only at files that differ from it; --pages checks
# the pages alone. Exits 1 if anything is wrong.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/product.sh
since=
case ${1:-} in
'' | --pages) ;;
*)
  since=$1
  git rev-parse --verify --quiet "$since^{commit}" > /dev/null \
    || { echo "check.sh: '$since' is not a commit" >&2; exit 2; }
  ;;
esac
skip() { echo "skipped: $1"; exit 77; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0

# The files that match, NUL-terminated: those that git tracks, and those that it does not ignore.
files() { # PATTERN…
  if [ -z "$since" ]; then
    git ls-files -z --cached --others --exclude-standard -- "$@"
  else
    git diff -z --name-only --diff-filter=d "$since" -- "$@"
    git ls-files -z --others --exclude-standard -- "$@"
  fi | sort -zu | while IFS= read -r -d '' path; do [ ! -f "$path" ] || printf '%s\0' "$path"; done
}

step() { # NAME COMMAND…
  local name=$1 status=0 start=$EPOCHREALTIME
  shift
  ("$@") > "$log" 2>&1 || status=$?
  local seconds=$(( (${EPOCHREALTIME/./} - ${start/./}) / 1000000 ))
  case $status in
  0) echo "ok      $name ($seconds s)" ;;
  77) echo "skipped $name: $(tail -n 1 "$log" | sed 's/^skipped: //')" ;;
  *) cat "$log"; echo "FAILED  $name ($seconds s)"; failed=1 ;;
  esac
}

check_format() {
  clang-format --version | grep -q 'version 14\.' || skip 'clang-format is not version 14'
  files '*.cpp' '*.hpp' | xargs -0 -r -n 100 -P "$(nproc)" clang-format --dry-run -Werror
}
check_syntax() {
  local status=0
  files '*.sh' '*.bash' .ci/run | xargs -0 -r -n 1 -P "$(nproc)" bash -n || status=1
  files '*.pl' ':!tests/fuzz/corpus' | xargs -0 -r -n 1 perl -c 2>&1 \
    | grep -v 'syntax OK$' && status=1
  # shellcheck disable=SC2016
  files '*.py' | xargs -0 -r python3 -c 'import ast, sys
for path in sys.argv[1:]: ast.parse(open(path).read(), path)' || status=1
  return $status
}

# The last argument of a test is the directory of the binaries, which these do not use.
check_rules() {
  local script status failures=0
  for script in tests/rules/*.sh; do
    status=0
    bash "$script" . || status=$?
    case $status in 0 | 77) ;; *) echo "FAILED: $script"; failures=1 ;; esac
  done
  return $failures
}

check_pages() {
  local build=build/release newer manifest
  [ -x $build/bin/agentcli ] && [ -f $build/tools.json ] || skip 'there is no release build'
  newer=$(find CMakeLists.txt cmake "${product[@]}" -newer $build/bin/agentcli \
    -name '*[mpet]' -type f | head -n 1)
  [ -z "$newer" ] || skip "$newer is newer than the release build"
  $build/bin/agentcli generate reference | diff -u docs/reference.md - \
    || { echo 'run: agentcli generate reference > docs/reference.md'; return 1; }
  for manifest in tools*.json; do
    diff "$manifest" "$build/$manifest" \
      || { echo 'run: cmake --build --preset release --target manifest'; return 1; }
  done
}

if [ "${1:-}" != --pages ]; then
  step format check_format
  step syntax check_syntax
  step rules check_rules
fi
step pages check_pages
exit $failed
