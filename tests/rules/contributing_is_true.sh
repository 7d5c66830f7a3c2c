# What CONTRIBUTING.md names is there, and what it counts is set so. The tool that it prints is
# tried by contributing.sh, widths and lengths by keeps_the_rules.sh, the rooms by their own test.
. "$(dirname "$0")/../shell.sh"
cd "$source"
. scripts/product.sh
page=CONTRIBUTING.md
says() { tr '\n' ' ' < $page | tr -s ' ' | grep -qF -- "$1" || fail "$page does not say '$1'"; }

# In backticks: a path, a command with one, or a name of the code. What it makes up (greet), and
# words to avoid, are left out.
grep -oE '`[^`]+`' <(sed '/^```/,/^```/d; /^| word/,$d' $page) | tr -d '`' | sort -u > "$dir/named"
while read -r name; do
  case $name in
  *greet* | main.cpp | *…* | *\<* | area:* | --* | static | util | dev | release | sanitize \
    | agentcli | agentcli\ * | cmake\ *) continue ;;
  .sandbox) grep -rqF --include='*.[ch]pp' -- "$name = " tools || fail "no tool has '$name'" ;;
  ./* | */* | *.*) [ -e "${name%% *}" ] || compgen -G "${name%% *}" > /dev/null \
    || fail "there is no $name" ;;
  *) grep -rqw --include='*.[ch]pp' -- "$name" "${product[@]}" || fail "the code has no '$name'" ;;
  esac
done < "$dir/named"
[ "$(wc -l < "$dir/named")" -gt 10 ] || fail 'it names nothing'

# The numbers.
setting() { sed -n "s/.*$1.*value: '\([0-9]*\)'.*/\1/p" .clang-tidy; }
says "at most $(setting LineThreshold) lines and $(setting ParameterThreshold) parameters"
batches=$(sed -n 's/.*"CMAKE_UNITY_BUILD_BATCH_SIZE": "\([0-9]*\)".*/\1/p' CMakePresets.json \
  | sort -u)
says "up to $batches files of a room as one"
says \
  'half of the files of the product have at most 220 lines, nine in ten at most 300, and none over 500; half of the units have 100 or more, and at most one in eight under 60'

# What ./scripts/test.sh is said to do, it does; no list of tools is anywhere.
for step in 'step check' 'step clang-tidy' 'run_tests sanitize' 'step smoke'; do
  grep -q "$step" scripts/test.sh || fail "scripts/test.sh has no '$step'"
done
says 'no list is edited'
grep -rlw "$(ls tools | head -n 1)" CMakeLists.txt cmake && fail 'the build has a list of tools'

# Nothing that it says no to.
[ -z "$(find "${product[@]}" -iname 'util*')" ] || fail 'there is a util'
! grep -rniE 'FetchContent|ExternalProject|file\(DOWNLOAD' CMakeLists.txt cmake "${product[@]}" \
  --include='*.cmake' --include=CMakeLists.txt \
  || fail 'the build downloads'
exit 0
