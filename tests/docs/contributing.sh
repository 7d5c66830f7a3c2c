# The tool of CONTRIBUTING.md is taken as it is printed, put into a copy of the source, built and
# tested: no list is edited. The toolkit is the one that is built already.
. "$(dirname "$0")/../shell.sh"
# Once is enough, and the sanitizers' toolkit needs more to be linked with.
! is_sanitized || skip 'it is tried with the release build'

block() { awk -v fence='```'"$1" '$0 == "```" { inside = 0 } inside; $0 == fence { inside = 1 }' \
  "$source/CONTRIBUTING.md"; }
mkdir -p "$dir/tools/greet" "$dir/tests/greet"
cp -r "$source/CMakeLists.txt" "$source/cmake" "$source/LICENSE" "$dir"
(cd "$source" && find toolkit -name '*.hpp' -o -path toolkit/workspace/path.cpp) \
  | (cd "$source" && xargs cp --parents -t "$dir")
cp -r "$source"/tests/*.?pp "$source"/tests/{expected_failures,nightly}.txt \
  "$source/tests/sandbox" "$dir/tests"
block cpp > "$dir/tools/greet/main.cpp"
block text > "$dir/tests/greet/greets.case"
[ "$(wc -l < "$dir/tools/greet/main.cpp")" -gt 5 ] \
  || { echo "FAILED: CONTRIBUTING.md has no tool"; exit 1; }

cmake -G Ninja -S "$dir" -B "$dir/build" -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_CXX_STANDARD_LIBRARIES="$bin/../libtoolkit.a -lcrypto" > "$dir/log" 2>&1 \
  || { cat "$dir/log"; exit 1; }
cmake --build "$dir/build" --target greet run_case > "$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
ctest --test-dir "$dir/build" -R '^greet/' --no-tests=error > "$dir/log" 2>&1 || { cat "$dir/log"
  exit 1; }
"$dir/build/bin/greet" --describe | grep -q '"description":"Greet somebody."'
