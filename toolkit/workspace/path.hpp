#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What Workspace does with paths, by their names and on the disk.

using Names = std::vector<std::string>;

// The names of a path, without empty ones and ".".
Names split_path(std::string_view path);

// "." where there are none.
std::string join_path(const Names& names);

// The directory that a resolved path lies in, and its name there; "." lies in itself.
std::string parent_of(const std::string& path);
std::string name_of(const std::string& path);

// A name in a resolved directory.
std::string join_resolved(const std::string& directory, const std::string& name);

// The rest of an absolute path beneath `root`, or nothing.
std::optional<std::string> strip_root(std::string_view path, std::string_view root);

// The errors of a path as messages of ours; `error` is an errno.
ToolError leads_outside(std::string_view path);
ToolError cannot_open(std::string_view path, int error);

enum class LastLink { followed, kept };

// Workspace::resolve() and resolve_entry() where links or ".." are on the way: walks name by name and follows
// links by hand. Adds to `followed`, also if it throws, where each of those links is.
std::string resolve_by_walking(const Workspace& workspace, std::string_view path, LastLink last_link,
    std::vector<std::string>* followed = nullptr);
