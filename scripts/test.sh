#!/usr/bin/env bash
# test.sh [PART…]: installs what is missing, builds, and runs what must hold; without an argument all
# parts, one after another. Each step prints the seconds that it took; the last line counts.
#   release   the tests in a release build
#   smoke     the demo, and each tool, of that build
#   fresh     the demo in a fresh Debian 13, and one definition of each name across units
#   sanitize  the tests under the address and undefined behaviour sanitizers
#   fuzz      a minute of each fuzz target
#   lint      the format, and clang-tidy. TIDY_SINCE=COMMIT checks only what has changed since then.
# SECONDS_AT_RANDOM is the time of each random search (10).
set -euo pipefail
cd "$(dirname "$0")/.."
parts=(release smoke fresh sanitize fuzz lint)
chosen=("$@")
[ $# != 0 ] || chosen=("${parts[@]}")
for part in "${chosen[@]}"; do
  [[ " ${parts[*]} " == *" $part "* ]] || { echo "'$part' is none of: ${parts[*]}"; exit 2; }
done
source scripts/packages.sh
install "${build_packages[@]}" clang clang-format clang-tidy jq json-schema-test-suite python3-jsonschema \
  libclang-rt-dev lld man-db openssl procps python3-yaml ripgrep ruby-liquid tmux util-linux

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

build() { # PRESET [TARGET]
  local start=$SECONDS
  cmake --preset "$1" > /dev/null
  cmake --build --preset "$1" --target "${2:-all}"
  took "build $*" $((SECONDS - start))
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

check_demo() { ./scripts/demo.sh | tee /dev/stderr | grep -q 'the audit trail is in'; }

sources() { git ls-files -z -- '*.cpp' '*.hpp'; }
check_format() { sources | xargs -0 clang-format --dry-run -Werror; }

# With the build of clang++, whose precompiled headers are also clang-tidy's; most of its units include
# many of our files. The runner's, which take longest, come first.
units() {
  jq -r '.[].file' build/sanitize/compile_commands.json | sort -ru | while read -r unit; do
    case $unit in
    */*_fuzz.dir/*) ;; # sources of other units once more
    "$PWD"/toolkit/* | "$PWD"/agent/* | "$PWD"/tools/* | "$PWD"/runner/*) echo "$unit" ;;
    */Unity/*) grep -lE "include \"$PWD/(toolkit|agent|tools|runner)/" "$unit" || true ;;
    esac
  done
}

# The sources that have changed since TIDY_SINCE, and those that include a changed header by themselves.
changed_sources() {
  git diff --name-only --diff-filter=d "$TIDY_SINCE" -- '*.cpp' '*.hpp' | while read -r path; do
    case $path in
    *.cpp) echo "$path" ;;
    *.hpp) git grep -lE "#include \"(.*/)?${path##*/}\"" -- '*.cpp' || true ;;
    esac
  done | sort -u
}

# Of the units those with a changed source; all, if what has changed is not known.
units_to_check() {
  if ! git rev-parse --verify --quiet "${TIDY_SINCE:-}^{commit}" > /dev/null \
    || ! git diff --quiet "$TIDY_SINCE" -- .clang-tidy; then
    units
    return
  fi
  local changed
  changed=$(changed_sources | sed "s|^|$PWD/|")
  units | while read -r unit; do
    if grep -qxF -- "$unit" <<< "$changed" \
      || grep -qxF -f <(sed 's/.*/#include "&"/' <<< "$changed") -- "$unit"; then
      echo "$unit"
    fi
  done
}
check_tidy() { units_to_check | xargs -r -n 1 -P "$(nproc)" clang-tidy -p build/sanitize --quiet; }

# What clang-tidy needs of a build: the precompiled headers, and the file that a source includes.
prepare_tidy() {
  cmake --preset sanitize
  ninja -C build/sanitize -t targets all | sed -n 's/: .*//; /cmake_pch.hxx.pch$/p; /^zones.bin$/p' \
    | xargs ninja -C build/sanitize
}

# Two definitions of one name in a program are errors: the linker compares them if it optimises. Unity
# builds hide some.
one_definition='-flto=auto -Wodr -Werror=odr -Wno-restrict'
check_one_definition() {
  cmake -G Ninja -B build/odr -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 -DCMAKE_CXX_FLAGS="-O1 $one_definition"
  cmake --build build/odr --target agentcli apply_patch exec fs_edit fs_search
}

run_release() {
  build release
  run_tests release
}
run_smoke() {
  step smoke ./scripts/smoke.sh
  step demo check_demo
}
# The build of the demo is also the check of one definition of each name, which takes minutes by itself.
run_fresh() {
  local before=$skipped
  step 'demo in a fresh Debian 13' ./scripts/fresh.sh trixie "CXXFLAGS='$one_definition' ./scripts/demo.sh"
  [ "$skipped" = "$before" ] || step 'one definition of each name' check_one_definition
}
run_sanitize() {
  build sanitize
  run_tests sanitize
}
run_fuzz() {
  build sanitize fuzz_targets
  run_tests fuzz
}
run_lint() {
  # Other versions format and warn otherwise; 14 is Debian 12's.
  if clang-format --version | grep -q 'version 14\.'; then
    step format check_format
    step 'headers for clang-tidy' prepare_tidy
    step clang-tidy check_tidy
  else
    echo 'skipped: format and clang-tidy are those of version 14'
    skipped=$((skipped + 2))
  fi
}

for part in "${chosen[@]}"; do "run_$part"; done
took 'everything' "$SECONDS"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
