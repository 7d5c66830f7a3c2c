#!/usr/bin/env bash
# coverage.sh [REGEX]: builds with clang's source-based coverage in build/coverage, runs the tests
# whose names match (but those that run at night, and those of docs and rules, which cover no code),
# and prints for each directory how many lines and branches of the product they run. The table and a
# page for each file are in build/coverage/report. COVERAGE_TARGETS names what is built (all). Exits
# 0 also if tests fail: they are named, and what they have run counts. Takes hours with all tests.
#
# A program writes its counters while it runs (%c maps their file before main): what is sealed,
# killed or ends by _exit counts, too. What starts within the sandbox of another program does not.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/packages.sh
source scripts/product.sh
install "${build_packages[@]}" "${test_packages[@]}" clang libclang-rt-dev llvm
build=$PWD/build/coverage
report=$build/report
flags="-O1 -fcoverage-mapping -fprofile-instr-generate=$build/counters/%c%m.profraw"
flags+=' -mllvm -runtime-counter-relocation -Wno-unused-command-line-argument'

cmake -G Ninja -B "$build" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER=clang++ \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 -DCMAKE_CXX_FLAGS="$flags" > /dev/null
# shellcheck disable=SC2086
ninja -C "$build" -j "$(nproc)" ${COVERAGE_TARGETS:-all}
rm -rf "$build/counters" "$report" # programs of the build have run, too
mkdir "$report"
(cd "$build" && ctest --label-exclude '^nightly$' --exclude-regex '^(docs|fuzz|rules)/' \
  --tests-regex "${1:-.}" --timeout 800 -j "$(nproc)") > "$report/tests.txt" || true
grep -E 'tests passed|\((Failed|Timeout|SEGFAULT|.*Exception.*)\)$' "$report/tests.txt"

llvm-profdata merge --sparse -o "$build/counters/all.profdata" "$build"/counters/*.profraw
mapfile -t programs < <(find "$build/bin" -type f -perm -u+x | sort)
cover() { # COMMAND FLAG…
  llvm-cov "$@" --instr-profile="$build/counters/all.profdata" "${programs[0]}" \
    "${programs[@]/#/--object=}" "${product[@]/#/$PWD/}"
}
cover show --format=html --output-dir="$report" > /dev/null
rows='def sum(of): map(.summary | of) | add;
  def row(name): [name, length, sum(.lines.covered), sum(.lines.count), sum(.branches.covered),
    sum(.branches.count)];
  def directory: .filename | split("/")[:2] | join("/");
  [.data[0].files[] | select(.filename | startswith($root)) | .filename |= ltrimstr($root)]
  | (group_by(directory)[] | row(.[0] | directory)), row("total") | @tsv'
cover export --summary-only | jq -r --arg root "$PWD/" "$rows" | awk -F '\t' '
  function percent(part, all) { return all ? sprintf("%.1f %%", 100 * part / all) : "" }
  BEGIN { printf "%-24s %6s %15s %9s %9s\n", "directory", "files", "lines", "", "branches" }
  { printf "%-24s %6d %15s %9s %9s\n", $1, $2, $3 "/" $4, percent($3, $4), percent($5, $6) }' \
  | tee "$report/table.txt"
