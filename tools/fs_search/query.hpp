#pragma once

#include <string>

namespace fs_search {

// What to look for.
struct Query {
    std::string text;
    bool is_regex = false;
    bool ignore_case = false;
    bool whole_word = false;
    bool multiline = false;
};

}
