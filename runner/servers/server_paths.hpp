#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace runner::servers {

// The paths that the entry of an MCP server names, and what the server can do with them in its
// sandbox. Nothing here looks at the file system except by a function that is passed.

// What is at a path.
struct FoundPath {
    enum class Kind { missing, file, directory };
    Kind kind = Kind::missing;
    std::string real = {}; // absolute, links resolved as far as it exists
    bool has_parent = true; // the directory that it would be in exists
};
using FindPath = std::function<FoundPath(const std::string& absolute)>;

// Looks at the file system.
FoundPath found_path(const std::string& absolute);

// The words of an entry, with their variables replaced.
struct EntryWords {
    std::string program; // a name, or an absolute path
    std::string written_program;
    std::vector<std::string> arguments = {};
    std::map<std::string, std::string> variables = {}; // of `env`
    std::string directory = {}; // to run in, absolute
    std::string written_directory = {}; // `cwd`; empty if the entry has none
    std::string home = {};
};

struct NamedPath {
    std::string written; // as the entry has it, without the option before it
    FoundPath found;
    bool is_certain = true; // false for a word that happens to be the name of a file
    bool is_directory_to_run_in = false;
};

// Returns the paths of an entry, in order: the program and `cwd` if they are paths; each argument
// and value of `env` that is ".", "..", begins with "/", "./", "../" or "~/", or exists relative to
// the directory to run in. Looks also after the '=' of an option, after "file:" and "sqlite:///",
// and before the ':' of the value of -v and --volume, which is all that it looks at in arguments of
// docker and podman. Variables such as HOME and PATH are left out.
std::vector<NamedPath> named_paths(const EntryWords& entry, const FindPath& find);

enum class PathAccess { hidden, own_copy, read, write };

// What a confined server sees of the file system: of the places that contain a path the longest
// decides, of equal ones the last. What is in none can be read.
struct ServerView {
    struct Place {
        std::string path; // absolute, links resolved
        PathAccess access;
    };
    std::vector<Place> places = {};
    std::string workspace; // absolute, links resolved
    bool hides_secrets = false; // files of the workspace that have such names, unless shown
};
PathAccess access_to(const ServerView& view, std::string_view path);

struct PathFinding {
    enum class Kind {
        error, // the server is not started
        warning,
        note,
    };
    Kind kind;
    std::string text; // a clause: "'./data' is hidden from it; …"
};

// Returns what a server will not be able to do with the paths of its entry, and which key of its
// sandbox allows that.
std::vector<PathFinding> path_findings(const std::vector<NamedPath>& paths, const ServerView& view);

}
