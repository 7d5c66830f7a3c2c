#pragma once

#include "toolkit/glob/globs.hpp"
#include "toolkit/ignore/ignore_level.hpp"

#include <string>
#include <string_view>

namespace fs_search::walk {

using namespace toolkit;

// The place in the order of paths at which a page begins.
struct PageStart {
    std::string path = {}; // everything before it was on earlier pages; empty: nothing was
    bool wants_file = false; // some of this file is still missing

    bool skips_file(std::string_view file) const;
    bool skips_directory(std::string_view directory) const; // with everything in it
};

// What is searched of the things that a walk meets.
struct Selection {
    glob::Globs globs; // decide before every ignore file, and before what is hidden
    glob::Globs dotted; // match the hidden directories that `globs` spell out
    ignore::UsersRules users; // see ignore::verdict_on()
    std::size_t start = 0; // see Globs
    bool with_ignored = false;
    bool with_hidden = false;
    bool with_git = false; // .git, be it a directory or the file of a working tree
    glob::Globs types = {}; // a file that none of them names is left out, whatever else holds
    PageStart page_start = {};

    // Says whether an entry is searched or entered. A hidden one, whose name begins with a dot, is
    // if a rule keeps it or, for a directory, a glob spells it out.
    bool takes(const glob::Candidate& candidate, const ignore::IgnoreLevel* innermost) const;
};

}
