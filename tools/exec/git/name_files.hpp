#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace exec::git {

// What the files say by which a repository names its objects, read as git reads them.

// The texts of such files, by their paths beneath the directory of the repository.
using Texts = std::map<std::string, std::string>;

// Stands for the text of a file that git cannot read: a pipe, a link that is no symbolic ref, or a
// ref of more than 4 KiB.
inline constexpr const char* unreadable_text = "?";

// The ids that refs name, by the name of the ref: "HEAD", if it is detached, "refs/heads/main",
// "worktrees/other/HEAD".
using Refs = std::map<std::string, std::string>;

// Returns the refs that name an id themselves, by names that git takes (git-check-ref-format(1)). A
// loose ref hides a packed one, even if git cannot read it.
Refs refs_in(const Texts& texts);

// Returns true if git finds an id for the ref with this path, also by symbolic refs, or if a
// symbolic ref leads to a branch without commits.
bool resolves(const Texts& texts, const Refs& refs, const std::string& path);

// Returns true for a name in refs/ that git takes, and that is none of the usual directories.
bool is_ref_name(std::string_view name);

// A line of a reflog: the ids before and after, and who did what when.
struct LogLine {
    std::string was;
    std::string now;
    std::string rest; // NAME <MAIL> SECONDS ZONE\tMESSAGE

    // Returns the seconds since 1970; 0 if git cannot read them.
    std::int64_t time() const;
};

// Returns the lines of a reflog that git can read.
std::vector<LogLine> lines_of_log(std::string_view text);

// Returns a path in worktrees/NAME relative to that directory; any other path as it is.
std::string_view path_in_tree(std::string_view path);

// Returns the NAME of a path in worktrees/NAME; empty for any other path.
std::string tree_of(std::string_view path);

// Returns true if the path is that of a reflog.
bool is_log(std::string_view path);

// Returns true if the text is an object id in hexadecimal (SHA-1 or SHA-256).
bool is_id(std::string_view text);

// Returns true if the text is an object id in hexadecimal (SHA-1 or SHA-256) other than that of
// zeros, which names nothing.
bool names_object(std::string_view text);

// What the text of a file is compared with.
struct Expected {
    std::string_view old_text; // empty if there was no such file
    std::function<bool(const std::string& id)> has_object;
};

// Returns true if git can read the text as that of the file with this path, and whatever is new in
// it names objects that exist.
bool is_sound(std::string_view path, std::string_view text, const Expected& expected);

}
