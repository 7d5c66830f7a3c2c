#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace runner::generate {

using namespace toolkit;

// A field of a tool's requests.
struct ToolField {
    std::string name;
    std::string text; // its type, limits, meaning and default
    bool is_required = false;
};

// A call from a shell, and its answer.
struct ToolExample {
    std::string command;
    std::string answer;
};

// A flag of a tool, for the operator.
struct ToolFlag {
    std::string name; // without the dashes
    std::string value; // its placeholder, such as DIR or off|on; empty for a switch
    std::string text;
    std::string preset; // the default; empty if there is none
    bool is_repeatable = false;
};

// What the page of a tool is made from. No text in it contains control characters.
struct ToolPage {
    std::string name;
    std::string summary;
    std::vector<ToolField> fields;
    std::vector<ToolFlag> flags;
    std::vector<ToolExample> examples = {};
};

// From a tool's entry as --describe prints it; from one of a manifest, which has no flags, with
// none. Members of another type than expected count as missing, and flags with other names and
// values than letters, digits, -, _ and | are left out: the program may be anybody's.
ToolPage page_of(const Json& entry);

// "--root DIR"
std::string usage_of(const ToolFlag& flag);

// Its meaning, its default, and whether it can be repeated.
std::string explanation_of(const ToolFlag& flag);

}
