#!/usr/bin/env bash
# test.sh [GROUP | PART…]: installs what is missing, builds, and runs what must hold. Without an
# argument: check, release and smoke, which is what a change needs. `all` is what CI runs, `nightly`
# adds what takes hours. Each step prints the seconds that it took; the last line counts.
#   check        scripts/check.sh: what needs no build
#   programs     installs the clients, servers and SDKs from npm with which release tests agentcli;
#                then a test may be skipped only for a reason in tests/skips.txt
#   release      the tests in a release build
#   smoke        the demo, and each tool, of that build
#   package      the .deb of that build, and the demo, in a fresh Debian 13
#   sanitize     the tests under the address and undefined behaviour sanitizers; neither they nor
#                the release tests include those of tests/nightly.txt, which only `nightly` runs
#   fuzz         FUZZ_SECONDS (60; nightly 600) of each fuzz target
#   lint         clang-tidy; units that passed before are not checked again (scripts/tidy.sh)
#   rebuild      nightly: both commands of the README in fresh Debian 12 and 13
#   reproduce    nightly: the packages that two clones make are the same bytes
#   definitions  nightly: one definition of each name across units
#   benches      nightly: prints each figure that README.md and bench/README.md cite beside what it
#                is now
# TIDY_SINCE=COMMIT: lint checks only what has changed since then. SECONDS_AT_RANDOM is the time of
# each random search (10; nightly 300).
set -euo pipefail
cd "$(dirname "$0")/.."
quick=(check release smoke)
all=(check programs release smoke package sanitize fuzz lint)
nightly=("${all[@]}" rebuild reproduce definitions benches)
case "$*" in
'') chosen=("${quick[@]}") ;;
all) chosen=("${all[@]}") ;;
nightly)
  chosen=("${nightly[@]}")
  export AGENTCLI_NIGHTLY=1 AGENTCLI_HEAVY=1 FUZZ_SECONDS=${FUZZ_SECONDS:-600} \
    SECONDS_AT_RANDOM=${SECONDS_AT_RANDOM:-300}
  ;;
*)
  chosen=("$@")
  for part in "${chosen[@]}"; do
    [[ " ${nightly[*]} " == *" $part "* ]] \
      || { echo "'$part' is neither all, nightly nor one of: ${nightly[*]}"; exit 2; }
  done
  ;;
esac
includes() { [[ " ${chosen[*]} " == *" $1 "* ]]; } # PART
skips=() # the parts of tests/skips.txt whose reasons count; without any, each test may be skipped
source scripts/packages.sh
source scripts/product.sh
packages=("${build_packages[@]}" "${test_packages[@]}" clang-format)
if includes sanitize || includes fuzz || includes lint; then
  packages+=(ccache clang clang-tidy libclang-rt-dev lld)
fi
if includes programs; then packages+=(ca-certificates curl parallel strace zsh); fi
if includes rebuild; then packages+=(chromium iproute2 nginx-light munge slurm-wlm); fi
if includes benches; then
  packages+=(bubblewrap curl make npm patch perl time tre-agrep ugrep wrk)
fi
install "${packages[@]}"

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

# The tests of PRESET that have failed at first and passed when they were tried again.
passed_later() { # LOG
  comm -23 <(sed -nE 's/.* Test +#[0-9]+: ([^ ]+) .*\*\*\*(Failed|Timeout|Exception).*/\1/p' "$1" \
    | LC_ALL=C sort -u) \
    <(sed -nE 's/^\t *[0-9]+ - ([^ ]+) \(.*/\1/p' "$1" | LC_ALL=C sort -u)
}

# A test that fails is tried once more, and named: on a busy machine the terminal tests can miss a
# moment. At night none is.
run_tests() { # PRESET, built
  local log summary start=$SECONDS again=(--repeat until-pass:2) preset=$1
  if [ "${AGENTCLI_NIGHTLY:-}" ]; then
    again=()
    [ "$1" = fuzz ] || preset=$1-nightly
  fi
  log=$(mktemp)
  ctest --preset "$preset" "${again[@]}" | tee "$log" || true
  passed_later "$log" | sed 's/^/passed only when it was tried again: /'
  [ "$1" != release ] || [ ${#skips[@]} = 0 ] || ./scripts/skips.sh "$log" "${skips[@]}" \
    || failed=$((failed + 1))
  summary=$(grep -E '^[0-9]+% tests passed' "$log") # "100% tests passed, 0 tests failed out of 111"
  local total=${summary##* } bad=${summary#*, } quiet
  bad=${bad%% *}
  quiet=$(grep -cE '^[[:space:]]+[0-9]+ - .* \(Skipped\)' "$log" || true)
  passed=$((passed + total - bad - quiet)) failed=$((failed + bad)) skipped=$((skipped + quiet))
  took "tests $1" $((SECONDS - start))
  rm -f "$log"
}

check_demo() { ./scripts/demo.sh | tee /dev/stderr | grep -q 'the audit trail is in'; }

# With the build of clang++, whose precompiled headers are also clang-tidy's; most of its units
# include many of our files. The runner's, which take longest, come first.
units() {
  local directories unit
  directories=$(IFS='|' && echo "${product[*]}")
  jq -r '.[].file' build/sanitize/compile_commands.json | sort -ru | while read -r unit; do
    case $unit in
    */*_fuzz.dir/*) ;; # sources of other units once more
    */Unity/*) grep -lE "include \"$PWD/($directories)/" "$unit" || true ;;
    *) grep -E "^$PWD/($directories)/" <<< "$unit" || true ;;
    esac
  done
}

# The sources that have changed since TIDY_SINCE, and those that include a changed header by
# themselves.
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
check_tidy() { units_to_check | xargs -r -n 1 -P "$(nproc)" ./scripts/tidy.sh build/sanitize; }

# What clang-tidy needs of a build: the precompiled headers, and the file that a source includes.
prepare_tidy() {
  cmake --preset sanitize
  ninja -C build/sanitize -t targets all \
    | sed -n 's/: .*//; /cmake_pch.hxx.pch$/p; /^zones.bin$/p' \
    | xargs ninja -C build/sanitize
}

# Two definitions of one name in a program are errors: the linker compares them if it optimises.
# Unity builds hide some.
one_definition='-flto=auto -Wodr -Werror=odr -Wno-restrict'
check_one_definition() {
  cmake -G Ninja -B build/odr -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 -DCMAKE_CXX_FLAGS="-O1 $one_definition"
  cmake --build build/odr --target agentcli apply_patch exec fs_edit fs_search
}

run_check() { step check ./scripts/check.sh; }
# For the release tests alone: their own timeouts are too short for a program under the sanitizers.
npm= npm_large=
run_programs() {
  local status=0 start=$SECONDS
  skips=(all)
  if [ "${AGENTCLI_NIGHTLY:-}" ]; then skips=(nightly); fi
  npm=$(./scripts/npm.sh small) || status=$?
  if [ $status = 0 ] && [ "${AGENTCLI_NIGHTLY:-}" ]; then
    npm_large=$(./scripts/npm.sh large) || status=$?
  fi
  case $status in
  0) echo 'ok      programs from npm' && passed=$((passed + 1)) ;;
  77) skips+=(offline) skipped=$((skipped + 1)) ;;
  *) echo 'FAILED  programs from npm' && failed=$((failed + 1)) ;;
  esac
  took 'programs from npm' $((SECONDS - start))
}
# The generated pages are compared before the tests are compiled.
run_release() {
  build release agentcli manifests
  step pages ./scripts/check.sh --pages
  build release
  AGENTCLI_NPM=$npm AGENTCLI_NPM_LARGE=$npm_large run_tests release
}
run_smoke() {
  step smoke ./scripts/smoke.sh
  step demo check_demo
}
run_package() {
  build release
  step 'making the packages' ./scripts/package.sh
  PACKAGES=build/packages step 'the package in a fresh Debian 13' ./scripts/fresh.sh trixie \
    'apt-get update -qq && apt-get install -y -qq ./build/packages/*.deb && ./scripts/demo.sh /usr &&
      apt-get remove -y -qq agentcli && [ ! -e /usr/bin/agentcli ] &&
      [ ! -e /usr/share/doc/agentcli ]'
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
  # Other versions warn otherwise; 14 is Debian 12's.
  if clang-tidy --version | grep -q 'version 14\.'; then
    step 'headers for clang-tidy' prepare_tidy
    step clang-tidy check_tidy
  else
    echo 'skipped: clang-tidy is not version 14'
    skipped=$((skipped + 1))
  fi
}
run_rebuild() {
  local suite
  for suite in bookworm trixie; do
    step "both commands of the README in a fresh $suite" ./scripts/fresh.sh "$suite"
  done
}
run_reproduce() { step 'packages of two clones' ./scripts/reproduce.sh; }
run_definitions() { step 'one definition of each name' check_one_definition; }
# No time is asserted: a person reads them.
run_benches() {
  build release
  step benches write_figures
  cat build/figures
}
write_figures() { ./scripts/bench_all.sh > build/figures; }

for part in "${chosen[@]}"; do "run_$part"; done
took 'everything' "$SECONDS"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
