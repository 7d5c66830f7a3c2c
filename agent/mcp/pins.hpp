#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// Pins: the tool definitions that a server had when it was first seen or that the operator approved
// since. Definitions that differ later are withheld.

// Maximum size of a definition in bytes. A larger one is neither pinned nor offered.
inline constexpr std::size_t max_definition = 256 << 10;

// Returns the fields of a tool definition that determine what the model and the operator see of the
// tool: name, title, description, inputSchema, outputSchema and annotations.
Json pinned_definition(const Json& definition);

// Returns the SHA-256 of the canonical form of a pinned definition. The order of members does not
// matter.
std::string definition_sha256(const Json& pinned);

// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct Pin {
    std::string name; // the server's name for the tool
    std::string sha256;
    Json definition; // pinned_definition()
};

struct Pins {
    std::string server; // name of the server in the entry
    std::string era; // "legacy" or "modern"
    bool has_resources = false;
    std::optional<std::string> instructions = {}; // at most 64 KiB
    std::vector<Pin> tools = {}; // in the order of the list
};

// Returns the pins of a tool list as a server sent it. Of several tools with one name, the first is
// pinned. Tools are left out that definitions_of() rejects because their name is missing or too
// long, they come after the first max_server_tools, or their definition is too large. Throws
// BAD_REQUEST if `list` is not an array.
std::vector<Pin> pins_of_list(const Json& list);
std::optional<std::string> pinned_instructions(const std::optional<std::string>& instructions);

// Returns the pinned definitions as a list for definitions_of().
Json list_of(const std::vector<Pin>& pins);

// Differences between the pins and what the server offers now.
struct Comparison {
    std::vector<Pin> same = {}; // unchanged tools, which are offered, in the order of the pins
    std::vector<std::string> changed = {}; // the server's names of tools
    std::vector<std::string> added = {};
    std::vector<std::string> removed = {};
    bool has_same_instructions = true; // false: the instructions are withheld

    bool is_same() const
    {
        return changed.empty() && added.empty() && removed.empty() && has_same_instructions;
    }
};
Comparison compared(const Pins& pinned, const Pins& seen);

// Returns the differences, for the operator who has to approve them, in rows of at most `columns`
// with control characters and misleading characters escaped: the whole definition of each added
// tool, and a diff of each changed one.
std::vector<std::string> difference_rows(const Pins& pinned, const Pins& seen, std::size_t columns);

// Convert pins to the form in which they are stored, and back. pins_in() throws BAD_REQUEST if the
// text is malformed, or a hash in it does not match its definition.
std::string text_of(const Pins& pins);
Pins pins_in(const std::string& text);

}
