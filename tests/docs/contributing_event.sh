# The event of CONTRIBUTING.md is compiled as it is printed, in a copy of agent/channel: it is
# written, read and described, and a handler that does not name it is an error.
. "$(dirname "$0")/../shell.sh"
! is_sanitized || skip 'it is tried with the release build'
needs ninja

mkdir -p "$dir/agent"
cp -r "$source/agent/channel" "$dir/agent/channel"
awk -v to="$dir/block" '$0 == "```" { inside = 0 } inside { print > (to count) }
  $0 == "```cc" { inside = 1; ++count }' "$source/CONTRIBUTING.md"
cd "$dir"
[ -s "$dir/block1" ] && [ -s "$dir/block2" ] || fail 'CONTRIBUTING.md has no event'
sed -i -e 's/\<Unknown>;/Pause, Unknown>;/' \
  -e "/^\/\/ An event that this build does not know/e cat $dir/block1" agent/channel/events.hpp
sed -i "/^const Type& events()/e cat $dir/block2" agent/channel/event_tables.cpp
others=$(sed -n '/^using Event = /,/;$/p' agent/channel/events.hpp | tr -d '\n' |
  sed 's/.*variant<//; s/, *Pause, *Unknown>;/, Unknown/')

handler() { # EVENTS: a handler that ignores these
  cat << END
struct Pauses {
    using Ignored = Ignore<$1>;
    void operator()(const Head&, const Pause& pause) { reason = pause.reason; }
    std::string reason;
};
END
}
{
  printf '#include "%s"\n' agent/channel/*.cpp
  echo '#include "agent/channel/dispatch.hpp"'
  echo '#include <cstdio>'
  echo 'namespace agent::channel {'
  handler "$others"
  cat << 'END'
static int print()
{
    const std::string line = encode(Pause {3, "it rains"}, {1, "T"});
    Pauses pauses;
    dispatch<Event>(line, pauses);
    std::printf("%s\n%s\n%s", line.c_str(), pauses.reason.c_str(), markdown_of_events().c_str());
    return json_schema().at("$defs").contains("PauseEvent") ? 0 : 1;
}
}
int main() { return agent::channel::print(); }
END
} > event.cpp
c++ -std=c++20 -DJSON_NO_IO -I"$dir" -I"$source" -c event.cpp -o event.o
build=$(cd "$bin/.." && pwd)
link=$(ninja -C "$build" -t commands bin/channel_texts | tail -n 1 | sed 's/^: && //; s/ && :$//')
link=$(sed "s# CMakeFiles/channel_texts[^ ]*##g" <<< "$link")
link=${link/ -o bin\/channel_texts / $dir/event.o -o $dir/event }
(cd "$build" && eval "$link") 2> err || fail "it is not linked: $(cat err)"
./event > out || fail 'it has no schema'
diff - <(head -n 2 out) << 'END' || fail 'it is written or read otherwise'
{"event":"pause","seq":1,"ts":"T","seconds":3,"reason":"it rains"}
it rains
END
grep -qxF '| `pause` | The run waits. `seconds`; `reason`? |' out || fail 'it has no row'

{
  echo '#include "agent/channel/dispatch.hpp"'
  echo 'namespace agent::channel {'
  handler "$others" | sed 's/void operator.*//'
  echo 'template void dispatch<Event>(std::string_view line, Pauses& handler);'
  echo '}'
} > forgets.cpp
! c++ -std=c++20 -I"$dir" -I"$source" -fsyntax-only forgets.cpp 2> err || fail 'it can be forgotten'
grep -q 'each event needs either an overload or a place in Ignored' err || fail "$(head -5 err)"
