#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace fs_search {

using namespace toolkit;

// The text or pattern to search for.
struct Query {
    std::string text;
    bool is_regex = false;
    bool ignore_case = false;
    bool whole_word = false;
    bool multiline = false;
};

// Renames fields whose name has different meanings for different agents; the type of the value
// tells which is meant.
void translate(Json& request, const Json& maximums);

}
