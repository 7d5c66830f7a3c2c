#pragma once

#include "way.hpp"

#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// What there is in directories of repositories that is no plain data: everything but a short list
// of names (HEAD, index, objects, refs, ...), and every symbolic link, since git reads and writes
// through links.
class GitState {
public:
    explicit GitState(const Workspace& workspace)
        : workspace(&workspace)
    {
    }

    // A file is the same as long as this is; a directory as long as its first half is, and can or
    // can't be listed.
    struct Mark {
        std::uint64_t device;
        std::uint64_t inode;
        std::int64_t seconds;
        std::int64_t nanoseconds;

        friend bool operator==(const Mark&, const Mark&) = default;
    };

    // A single path, no link on the way; nothing where there is none.
    void add(const std::string& path);
    // And what is directly in it, if it is a directory; what links in it lead to counts too.
    void add_with_content(const std::string& path);
    // The links of the workspace on this way, wherever it leads: who exchanges one decides that.
    void add_links(const Way& way);
    // These, and the file to which it leads, if there is one.
    void add_way(const Way& way);
    // The same of a file that git reads as the user's.
    void add_user_file(const Way& way);
    // A directory of a repository, but for what is in its data. Objects are not looked at.
    void add_repository(const std::string& directory);
    // Links in the data of all repositories; last, since a command can fill it at will.
    void add_data();
    Budget& budget() { return bounds; }
    const Budget& budget() const { return bounds; }

    const std::map<std::string, Mark>& marks() const { return all; }
    // Links in directories of repositories, and where they lead (as it stands there).
    const std::map<std::string, std::string>& links() const { return targets; }
    // Directories of repositories, with those in worktrees/ and modules/.
    const std::set<std::string>& repositories() const { return entered; }
    // Those in the workspace.
    const std::set<std::string>& user_files() const { return files_of_user; }

private:
    enum class Kind { repository, objects, data, state, folder_of_repositories };

    struct Directory {
        std::string path;
        Kind kind;
    };

    void enter_all(std::vector<Directory>& directories);
    void enter(const std::string& directory, Kind kind);
    void add_entry(
        const std::string& directory, const std::string& name, unsigned char type, Kind kind);
    void add_link(const std::string& path, const std::string& name, Kind kind);
    void add_directory(const std::string& path, const std::string& name, Kind kind);
    void add_target(const std::string& link);
    bool is_usual_file_of_tree(const std::string& directory, const std::string& name);
    bool is_empty_list(const std::string& directory, const std::string& name) const;

    const Workspace* workspace;
    std::map<std::string, Mark> all;
    std::map<std::string, std::string> targets;
    std::set<std::string> entered;
    std::vector<Directory> waiting;
    std::vector<Directory> waiting_data;
    std::set<std::string> files_of_user;
    Budget bounds;
};

}
