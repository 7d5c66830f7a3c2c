#pragma once

#include "ignore_level.hpp"
#include "medium.hpp"

#include <memory>
#include <optional>
#include <string>

// What a search heeds outside of its workspace. Read before the sandbox is entered; a file that can't be read
// counts as empty, as it does for git.
struct Surroundings {
    IgnoreLevels outside; // of the folders around the root
    IgnoreRules root_excludes; // .git/info/exclude of the root itself, wherever its .git points
    IgnoreRules users; // git's core.excludesFile, or the place that git looks in without one
    std::shared_ptr<Medium> medium = {};
};

Surroundings read_surroundings(const std::string& root);

// The value of core.excludesFile in a git configuration file, "~/" replaced by `home`: with quotes, escapes, comments and
// lines that go on as git-config(1) has them, but without included files.
std::optional<std::string> find_excludes_file(std::string_view configuration, std::string_view home);
