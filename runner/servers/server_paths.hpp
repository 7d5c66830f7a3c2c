#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace runner::servers {

// The paths that the entry of an MCP server names, and what the server can do with them in its
// sandbox. Only found_path() reads the file system.

// The result of looking at a path.
struct FoundPath {
    enum class Kind { missing, file, directory };
    Kind kind = Kind::missing;
    std::string real = {}; // absolute, links resolved as far as it exists
    bool has_parent = true; // the directory of the path exists
};
using FindPath = std::function<FoundPath(const std::string& absolute)>;

// Finds out what is at a path by reading the file system.
FoundPath found_path(const std::string& absolute);

// Returns a path as an absolute one without "." and "..", and without a '/' at its end. A relative
// path begins in `directory`, which is absolute; "~" and "~/…" begin in `home`, unless that is
// empty. Does not read the file system.
std::string normal_path(
    const std::string& path, const std::string& directory, const std::string& home);

// The words of an entry, with their variables replaced.
struct EntryWords {
    std::string program; // a name, or an absolute path
    std::string written_program;
    std::vector<std::string> arguments = {};
    std::map<std::string, std::string> variables = {}; // values of `env`
    std::string directory = {}; // to start in, absolute
    std::string written_directory = {}; // `cwd`; empty if the entry has none
    std::string home = {};
};

struct NamedPath {
    std::string written; // as written in the entry, without the option before it
    FoundPath found;
    bool is_certain = true; // false for a word that may only by chance be the name of a file
    bool is_directory_to_run_in = false;
};

// Returns the paths of an entry, in order: the program and `cwd` if they are paths; each argument
// and value of `env` that is ".", "..", begins with "/", "./", "../" or "~/", or exists relative to
// the directory to start in. Also looks after the '=' of an option, after "file:" and "sqlite:///",
// and before the ':' in the value of -v and --volume. For docker and podman, only the values of -v
// and --volume count. Variables such as HOME and PATH are left out.
std::vector<NamedPath> named_paths(const EntryWords& entry, const FindPath& find);

enum class PathAccess { hidden, own_copy, read, write };

// The file system as a confined server sees it. The longest place that contains a path determines
// the access to the path, and the last of several equal places. A path in no place can be read.
struct ServerView {
    struct Place {
        std::string path; // absolute, links resolved
        PathAccess access;
    };
    std::vector<Place> places = {};
    std::string workspace; // absolute, links resolved
    bool hides_secrets = false; // files of the workspace with is_secret_name(), unless shown
};
PathAccess access_to(const ServerView& view, std::string_view path);

struct PathFinding {
    enum class Kind {
        error, // the server is not started
        warning,
        note,
    };
    Kind kind;
    std::string text; // for the operator: "'./data' is hidden from it; …"
};

// Returns what a server will not be able to do with the paths of its entry, with the key of its
// sandbox that allows it.
std::vector<PathFinding> path_findings(const std::vector<NamedPath>& paths, const ServerView& view);

}
