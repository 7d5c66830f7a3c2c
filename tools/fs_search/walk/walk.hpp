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

// A file or directory that was opened to be searched.
struct Opened {
    File file;
    files::ShortRead short_read
        = files::ShortRead::may_go_on; // of the file, or of the files in the directory
};

// An open directory of the workspace.
struct Directory {
    Opened opened;
    std::string path; // relative to the workspace, with a '/' after it; empty for the root
    ignore::IgnoreLevels levels;
};

// A name in a directory. Links, sockets, pipes and devices are no entries: a search has no use for
// them.
struct Entry {
    std::string name;
    bool is_directory;
};

struct Listing {
    std::vector<Entry> entries; // bytewise by name; without our temporary names
    ignore::IgnoreFiles ignore_files;
};

// Throws what system_error() makes of a failure; `name` is how messages call the directory.
Listing list(const File& directory, std::string_view name);

// The place in the order of paths at which a page begins.
struct PageStart {
    std::string path = {}; // everything before it was on earlier pages; empty: nothing was
    bool wants_file = false; // some of this file is still missing

    bool skips_file(std::string_view file) const;
    bool skips_directory(std::string_view directory) const; // with everything in it
};

// Selects which of the entries that a walk meets are searched.
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

// Everything outside the workspace that a search depends on.
struct Surroundings : ignore::Surroundings {
    std::optional<dev_t> device_with_whole_reads = {}; // of the workspace's root, if it is on one
};

// Finds the files to search beneath a directory. Links are not followed.
class Walk {
public:
    Walk(const Workspace& workspace, Selection selection, const Surroundings& surroundings);

    // The walk that begins at this resolved path, a directory. Ignore files above it hold too.
    // Throws as Workspace does.
    Unit begin_at(const std::string& resolved);

    // The files and directories that are to be searched in the unit's directory, as units in path
    // order. Throws what system_error() makes of a failure.
    std::vector<Unit> enter(const Unit& unit) const;

private:
    std::vector<Entry> choose(const Directory& directory, std::vector<Entry> entries) const;

    const Workspace& workspace;
    std::string root; // with a '/' behind it
    Selection selection;
    const Surroundings& surroundings;
};

}
