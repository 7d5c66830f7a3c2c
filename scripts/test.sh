#!/usr/bin/env bash
# test.sh [release]: installs what is missing, builds, and runs everything that must hold: the tests in a release build and under
# the address and undefined behaviour sanitizers, a minute of each fuzz target, the demo, also in a fresh Debian 13, the format,
# clang-tidy; with `release` the tests in a release build alone. Each step prints the seconds that it took; the last line counts.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/packages.sh
install "${build_packages[@]}" clang clang-format clang-tidy jq json-schema-test-suite libclang-rt-dev man-db openssl procps ripgrep util-linux

passed=0 failed=0 skipped=0

took() { echo "$2 s: $1"; } # NAME SECONDS

step() { # NAME COMMAND…: one thing that passes, fails, or is skipped (exit status 77) as a whole
  local name=$1 log status=0 start=$SECONDS
  shift
  log=$(mktemp)
  "$@" > "$log" 2>&1 || status=$?
  case $status in
  0) echo "ok      $name" && passed=$((passed + 1)) ;;
  77) tail -n 1 "$log" && skipped=$((skipped + 1)) ;;
  *) cat "$log" && echo "FAILED  $name" && failed=$((failed + 1)) ;;
  esac
  took "$name" $((SECONDS - start))
  rm -f "$log"
}

build() { # PRESET
  local start=$SECONDS
  cmake --preset "$1" > /dev/null
  cmake --build --preset "$1"
  took "build $1" $((SECONDS - start))
}

run_tests() { # PRESET, built
  local log summary start=$SECONDS
  log=$(mktemp)
  ctest --preset "$1" | tee "$log" || true
  summary=$(grep -E '^[0-9]+% tests passed' "$log") # "100% tests passed, 0 tests failed out of 111"
  local total=${summary##* } bad=${summary#*, } quiet
  bad=${bad%% *}
  quiet=$(grep -c '\*\*\*Skipped' "$log" || true)
  passed=$((passed + total - bad - quiet)) failed=$((failed + bad)) skipped=$((skipped + quiet))
  took "tests $1" $((SECONDS - start))
  rm -f "$log"
}

finish() {
  took 'everything' "$SECONDS"
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ]
  exit
}

check_demo() { ./scripts/demo.sh | tee /dev/stderr | grep -q 'the audit trail is in'; }

sources() { git ls-files -z -- '*.cpp' '*.hpp'; }
check_format() { sources | xargs -0 clang-format --dry-run -Werror; }
# With the build of clang++, whose precompiled headers are also clang-tidy's; most of its units include many of our files.
# The runner's, which take longest, come first.
units() {
  jq -r '.[].file' build/sanitize/compile_commands.json | sort -ru | while read -r unit; do
    case $unit in
    "$PWD"/toolkit/* | "$PWD"/agent/* | "$PWD"/tools/* | "$PWD"/runner/*) echo "$unit" ;;
    */Unity/*) grep -lE "include \"$PWD/(toolkit|agent|tools|runner)/" "$unit" || true ;;
    esac
  done
}
check_tidy() { units | xargs -n 1 -P "$(nproc)" clang-tidy -p build/sanitize --quiet; }

# Two definitions of one name in a program are errors: the linker compares them if it optimises. Unity builds hide some.
check_one_definition() {
  cmake -G Ninja -B build/odr -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS='-O1 -flto=auto -Wodr -Werror=odr -Wno-restrict' -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16
  cmake --build build/odr --target agentcli apply_patch exec fs_edit fs_search
}

build release
run_tests release
[ "${1:-}" != release ] || finish
step smoke ./scripts/smoke.sh
step demo check_demo
step 'demo in a fresh Debian 13' ./scripts/fresh.sh trixie ./scripts/demo.sh
step 'one definition of each name' check_one_definition
build sanitize
run_tests sanitize
run_tests fuzz # of the same build
# Other versions format and warn otherwise; 14 is Debian 12's.
if clang-format --version | grep -q 'version 14\.'; then
  step format check_format
  step clang-tidy check_tidy
else
  echo "skipped: format and clang-tidy are those of version 14"
  skipped=$((skipped + 2))
fi

finish
