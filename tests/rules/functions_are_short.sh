# No function of the product has more lines or parameters than .clang-tidy allows, and the counter
# that says so finds what clang-tidy would.
. "$(dirname "$0")/../shell.sh"
needs perl
cd "$source"
. scripts/product.sh

lines() { for number in $(seq "$1"); do echo "    call($number);"; done; }
{
  echo 'template <typename T> struct Outer : Base<decltype(f())> {'
  echo '  Outer(int a, Map<int, int> b = {}) : a_{a}, b_(b) { call(); }'
  echo "  bool operator()(int a) const noexcept { return a == '{'; }"
  echo '};'
  echo 'static const Table table = {{"}", 1}, {R"x(})x", 2}};'
  echo 'auto fits(int a, std::map<int, int> b) -> int'
  echo '{'; lines 39; echo '}'
  echo 'void long_one(int a, int b = f(1, 2))'
  echo '{ // {'; lines 40; echo '}'
  echo "Outer::Outer() : a_{1'000}, b_(2)"
  echo '{'; echo 'auto inner = [](int a, int b, int c, int d, int e) {'; lines 40
  echo '};'; echo '}'
  echo 'int many(int a, Map<int, int> b, int c, int d, int e) { return 1; }'
  echo '// NOLINTNEXTLINE(readability-function-size)'
  echo 'int allowed(int a, int b, int c, int d, int e) { return 1; }'
} > "$dir/sample.cpp"
perl tests/rules/functions.pl "$dir/sample.cpp" | sed "s|^$dir/||" > "$dir/found"
cat > "$dir/expected" << 'END'
sample.cpp 49: long_one has 41 lines (at most 40)
sample.cpp 92: Outer::Outer has 43 lines (at most 40)
sample.cpp 136: many has 5 parameters (at most 4)
END
diff "$dir/expected" "$dir/found" || fail 'the counter is wrong'

mapfile -t sources < <(find "${product[@]}" -name '*.[ch]pp' | sort)
[ ${#sources[@]} -gt 500 ] || fail 'there are no sources'
perl tests/rules/functions.pl "${sources[@]}" > "$dir/found"
[ ! -s "$dir/found" ] || { cat "$dir/found"; fail 'these have too many lines or parameters'; }
