#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// The definitions of a server's tools at the first look, and whatever its operator has approved
// since (C25). What comes later and is not the same is withheld.

// A definition with more bytes is neither pinned nor offered.
inline constexpr std::size_t max_definition = 256 << 10;

// Of a definition as a server has sent it, the fields that decide what a model and the operator are
// told of the tool: name, title, description, inputSchema, outputSchema and annotations.
Json pinned_definition(const Json& definition);

// SHA-256 of the canonical form of a pinned definition: the order of members says nothing.
std::string definition_sha256(const Json& pinned);

// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct Pin {
    std::string name; // as the server calls the tool
    std::string sha256;
    Json definition; // pinned_definition()
};

struct Pins {
    std::string server; // its name in the entry
    std::string era; // of the protocol that it speaks: "legacy" or "modern"
    bool has_resources = false;
    std::optional<std::string> instructions = {}; // at most 64 KiB of them
    std::vector<Pin> tools = {}; // in the order of the list
};

// What is pinned of a list of tools as a server has sent it: of two tools with one name the first,
// and no tool for which definitions_of() reports that its name is missing or too long, that it
// comes after the first max_server_tools, or that its definition is too large. Throws BAD_REQUEST
// if `list` is no list.
std::vector<Pin> pins_of_list(const Json& list);
std::optional<std::string> pinned_instructions(const std::optional<std::string>& instructions);

// The definitions of all these, as definitions_of() takes them.
Json list_of(const std::vector<Pin>& pins);

// A new look beside what is pinned.
struct Comparison {
    std::vector<Pin> same = {}; // what is offered, in the order of the pins
    std::vector<std::string> changed = {}; // the names of tools, as the server calls them
    std::vector<std::string> added = {};
    std::vector<std::string> removed = {};
    bool has_same_instructions = true; // else they are withheld, too

    bool is_same() const
    {
        return changed.empty() && added.empty() && removed.empty() && has_same_instructions;
    }
};
Comparison compared(const Pins& pinned, const Pins& seen);

// What differs, for the operator who is to approve it: rows of at most `columns`, in which control
// characters and what looks like something else are written out. A whole definition of a tool that
// was added, a diff of one that has changed.
std::vector<std::string> difference_rows(const Pins& pinned, const Pins& seen, std::size_t columns);

// The form in which pins are kept. pins_in() throws BAD_REQUEST if a text is anything else, or a
// hash in it is not that of its definition.
std::string text_of(const Pins& pins);
Pins pins_in(const std::string& text);

}
