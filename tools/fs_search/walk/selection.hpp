#pragma once

#include "ignore_level.hpp"
#include "toolkit/glob/globs.hpp"

#include <string_view>

namespace fs_search::walk {

using namespace toolkit;

// What is searched of the things that a walk meets.
struct Selection {
    glob::Globs globs; // decide before every ignore file, and before what is hidden
    glob::IgnoreRules users; // see verdict_on()
    std::size_t start = 0; // see Globs
    bool with_ignored = false;
    bool with_hidden = false;

    // What is hidden (its name begins with a dot) is taken where a rule says that it is to be kept;
    // .git not even then.
    bool takes(const glob::Candidate& candidate, const IgnoreLevel* innermost) const;
};

}
