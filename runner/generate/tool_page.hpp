#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace runner::generate {

using namespace toolkit;

// A field in the requests of a tool.
struct ToolField {
    std::string name;
    std::string text; // its type, limits, meaning and default
    bool is_required = false;
};

// An example: a call from a shell, and the answer of the tool.
struct ToolExample {
    std::string command;
    std::string answer;
};

// A command-line flag of a tool, which the operator can set.
struct ToolFlag {
    std::string name; // without the dashes
    std::string value; // its placeholder, such as DIR or off|on; empty for a switch
    std::string text;
    std::string preset; // the default; empty if there is none
    bool is_repeatable = false;
};

// The content of a tool's page. None of its strings contains control characters.
struct ToolPage {
    std::string name;
    std::string summary;
    std::vector<ToolField> fields;
    std::vector<ToolFlag> flags;
    std::vector<ToolExample> examples = {};
};

// Returns the page for a tool's entry as --describe prints it, or for its entry in a manifest,
// which has no flags. Members of an unexpected type are treated as missing. Since the program may
// not be trusted, flags are left out if their name or value has characters other than letters,
// digits, -, _ and |.
ToolPage page_of(const Json& entry);

// Returns the flag with its placeholder: "--root DIR".
std::string usage_of(const ToolFlag& flag);

// Returns the meaning of the flag, its default, and whether it can be repeated.
std::string explanation_of(const ToolFlag& flag);

}
