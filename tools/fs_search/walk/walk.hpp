#pragma once

#include "thread_pool.hpp"
#include "toolkit/glob/ignore_rules.hpp"
#include "toolkit/ignore/directory_rules.hpp"
#include "toolkit/ignore/git_excludes.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"
#include "tools/fs_search/files/file_text.hpp"

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fs_search::walk {

using namespace toolkit;

// A file or directory that was opened for a search.
struct Opened {
    File file;
    // Applies to the file, or to the files in the directory.
    files::ShortRead short_read = files::ShortRead::may_go_on;
};

// An open directory of the workspace.
struct Directory {
    Opened opened;
    std::string path; // relative to the workspace, ends with a '/'; empty for the root
    ignore::IgnoreLevels levels;
};

// A file or directory in a directory. Links, sockets, pipes and devices are not listed, since they
// are not searched.
struct Entry {
    std::string name;
    bool is_directory;
};

// The content of a directory.
struct Listing {
    std::vector<Entry> entries; // sorted bytewise by name; without our temporary names
    ignore::IgnoreFiles ignore_files;
};

// Lists a directory. Throws system_error(); `name` identifies the directory in messages.
Listing list(const File& directory, std::string_view name);

// The position in path order at which a page begins.
struct PageStart {
    std::string path = {}; // everything before it was on earlier pages; empty for the first page
    bool wants_file = false; // some results of this file are still missing

    bool skips_file(std::string_view file) const;
    bool skips_directory(std::string_view directory) const; // with everything in it
};

// Selects which entries that a walk finds are searched.
struct Selection {
    glob::Globs globs; // take precedence over ignore files and the rule for hidden entries
    glob::Globs dotted; // match the hidden directories that `globs` name literally
    ignore::UsersRules users; // see ignore::verdict_on()
    std::size_t start = 0; // see Globs
    bool with_ignored = false;
    bool with_hidden = false;
    // includes .git, whether it is a directory or the file of a linked working tree
    bool with_git = false;
    glob::Globs types = {}; // other files are always left out
    PageStart page_start = {};

    // Returns true if an entry is searched or entered. A hidden entry, whose name begins with a
    // dot, is included if a rule keeps it or, for a directory, if a glob names it literally.
    bool takes(const glob::Candidate& candidate, const ignore::IgnoreLevel* innermost) const;
};

// Everything outside the workspace that a search depends on.
struct Surroundings : ignore::Surroundings {
    // The device of the workspace's root, if a short read on its file system always means the end.
    std::optional<dev_t> device_with_whole_reads = {};
};

// Finds the files to search below a directory. Links are not followed.
class Walk {
public:
    Walk(const Workspace& workspace, Selection selection, const Surroundings& surroundings);

    // Returns the unit with which a walk starts at this resolved path of a directory. The ignore
    // files above it apply, too. Throws what Workspace throws.
    Unit begin_at(const std::string& resolved);

    // Returns the files and directories of the unit's directory that are to be searched, as units
    // in path order. Throws system_error().
    std::vector<Unit> enter(const Unit& unit) const;

private:
    std::vector<Entry> choose(const Directory& directory, std::vector<Entry> entries) const;

    const Workspace& workspace;
    std::string root; // ends with a '/'
    Selection selection;
    const Surroundings& surroundings;
};

}
