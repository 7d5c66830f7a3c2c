#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace fs_search {

using namespace toolkit;

// What to look for.
struct Query {
    std::string text;
    bool is_regex = false;
    bool ignore_case = false;
    bool whole_word = false;
    bool multiline = false;
};

// Names the fields of a request by their meaning if one name has two, which their types tell apart.
void translate(Json& request, const Json& maximums);

}
