# The command of CONTRIBUTING.md is compiled as it is printed, and linked with what agentcli is
# made of: no list is edited.
. "$(dirname "$0")/../shell.sh"
! is_sanitized || skip 'it is tried with the release build'
needs ninja
cd "$source"

mkdir -p "$dir/frontends/greet"
awk '$0 == "```" { inside = 0 } inside; $0 == "```c++" { inside = 1 }' CONTRIBUTING.md \
  > "$dir/frontends/greet/command.cpp"
[ "$(wc -l < "$dir/frontends/greet/command.cpp")" -gt 5 ] || fail 'CONTRIBUTING.md has no command'

# As runner/build.cmake collects them.
sets=$(printf '%s;' frontends/*/command.cpp runner/{commands,generate}/command.cpp)
sets+=frontends/greet/command.cpp
cmake "-DSOURCES=$sets" -DOUT="$dir/command_sets.cpp" -P cmake/command_sets.cmake
for unit in frontends/greet/command command_sets; do
  c++ -std=c++20 -DJSON_NO_IO -I"$source" -c "$dir/$unit.cpp" -o "$dir/${unit##*/}.o"
done
# What links agentcli, with these two objects before the libraries.
build=$(cd "$bin/.." && pwd)
link=$(ninja -C "$build" -t commands bin/agentcli | tail -n 1 | sed 's/^: && //; s/ && :$//')
link=${link/ -o bin\/agentcli / -o $dir/agentcli $dir/command.o $dir/command_sets.o }
(cd "$build" && eval "$link")

[ "$("$dir/agentcli" greet --name Ada)" = 'hello Ada' ] || fail 'it does not greet'
"$dir/agentcli" help greet | grep -q -- '--name NAME *who is greeted' ||
  fail 'its flag is not in the help'
"$dir/agentcli" generate bash | grep -qF "'greet') words='" || fail 'it is not completed'
! "$dir/agentcli" greet --nam Ada 2> "$dir/err" || fail 'it takes any flag'
grep -q "did you mean '--name'" "$dir/err" || { cat "$dir/err"; fail 'no hint names the flag'; }
