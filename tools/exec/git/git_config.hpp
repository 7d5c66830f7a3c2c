#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace exec::git {

using namespace toolkit;

// What a config of git (git-config(1)) says about files and programs, whatever its keys are called:
// those that name programs are too many to list.
struct GitConfig {
    std::vector<std::string> words; // of all values, as a shell would split them at least, what is
        // a path in them (-Ffile, file://, @file), and URLs that others are replaced by
        // (url.*.insteadOf); each may name a file. A first word without a slash is one only if the
        // key takes a path: it is a plain value or a program, which $PATH leads to
    std::vector<std::string> included; // by include.path and includeIf.*.path
    std::vector<std::string> hooks; // core.hooksPath
    std::vector<std::string> templates; // init.templateDir
    std::string tree; // core.worktree
    bool enables_rerere = false;
};

// Anything may stand in the text.
GitConfig read_git_config(std::string_view text);

// The directories that "~" and "~user" stand for, by user (passwd(5)); "" for who calls the tool.
using Homes = std::map<std::string, std::string, std::less<>>;

// The configuration that git reads outside of repositories.
struct UserConfigs {
    std::vector<std::string> configs; // of the machine, of who calls the tool, and those that the
        // environment names; absolute
    std::vector<std::string> others; // attributes, which name what a config defines
    std::map<std::string, GitConfig> contents; // of the configs and of what they include, by path;
        // not of what lies in the workspace, nor of what
        // can't be read
    Homes homes;
};

// Before the sandbox is entered. Opens nothing that a file of the workspace names.
UserConfigs read_configs_of_user(const Workspace& workspace);

// Returns the path that git makes of `text` in a config in `directory`: absolute if that is.
// Returns nullopt for the home of a user who is not in `homes`.
std::optional<std::string> path_in_config(
    const Homes& homes, const std::string& directory, std::string_view text);

}
