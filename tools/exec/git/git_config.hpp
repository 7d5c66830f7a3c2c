#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace exec::git {

// What a config of git (git-config(1)) says about files and programs, whatever its keys are called:
// those that name programs are too many to list.
struct GitConfig {
    std::vector<std::string> words; // of all values, as a shell would split them at least, what is
        // a path in them (-Ffile, file://, @file), and URLs that others are replaced by
        // (url.*.insteadOf); each may name a file
    std::vector<std::string> included; // by include.path and includeIf.*.path
    std::vector<std::string> hooks; // core.hooksPath
    std::vector<std::string> templates; // init.templateDir
    std::string tree; // core.worktree
    bool enables_rerere = false;
};

// Anything may stand in the text.
GitConfig read_git_config(std::string_view text);

}
