#include "agent/mcp/pins.hpp"
#include "agent/mcp/shown_rows.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/unified_diff.hpp"

#include <limits>
#include <map>

namespace agent::mcp {

using namespace toolkit;

namespace {

// A definition as lines, so that a diff shows the one that has changed.
std::string lines_of(const Json& definition)
{
    std::string lines;
    for (const auto& [field, value] : definition.items())
        if (field != "name")
            lines += field + ":\n" + (value.is_string() ? value.get<std::string>() : value.dump(2))
                + "\n";
    return lines;
}

// Without the two lines of names that a diff begins with.
std::string diff_of(const std::string& before, const std::string& after)
{
    const std::string diff = text::unified_diff(before, {text::difference_between(before, after)},
        {"pinned", "now"}, std::numeric_limits<std::size_t>::max())
                                 .text;
    return diff.substr(diff.find("\n@@") + 1);
}

void add_tools(ShownRows& rows, const Pins& pinned, const Pins& seen)
{
    std::map<std::string, const Pin*> before;
    for (const auto& pin : pinned.tools)
        before[pin.name] = &pin;
    for (const auto& pin : seen.tools) {
        const auto found = before.find(pin.name);
        const std::string name = "tool " + text::in_quotes(pin.name);
        if (found == before.end()) {
            rows.add("", name + " is new");
            rows.add("    ", lines_of(pin.definition));
        } else if (found->second->sha256 != pin.sha256) {
            rows.add("", name + " has changed");
            rows.add(
                "    ", diff_of(lines_of(found->second->definition), lines_of(pin.definition)));
        }
    }
}

}

std::vector<std::string> difference_rows(const Pins& pinned, const Pins& seen, std::size_t columns)
{
    ShownRows rows(columns);
    add_tools(rows, pinned, seen);
    for (const auto& name : compared(pinned, seen).removed)
        rows.add("", "tool " + text::in_quotes(name) + " is gone");
    if (pinned.instructions != seen.instructions) {
        rows.add("", "its instructions have changed");
        rows.add("    ",
            diff_of(
                pinned.instructions.value_or("") + "\n", seen.instructions.value_or("") + "\n"));
    }
    return rows.take();
}

}
