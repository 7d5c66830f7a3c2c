#pragma once

#include "apply.hpp"
#include "tools/apply_patch/read/patch.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace apply_patch::apply {

// A change whose file has been determined.
struct NamedChange {
    const read::FileChange* change;
    std::string name; // relative to the workspace, for messages and the answer
    std::string key; // key in the Tree
    std::string from_key; // key of the source of a rename or copy; otherwise empty
};

struct WrongCounts {
    std::size_t hunk; // number of the hunk in its file, 1-based
    std::string stated; // "-1,3 +1,4"
    std::string counted;
};

struct FileReport {
    std::string name;
    std::string key;
    read::Action action;
    std::string from;
    std::size_t added = 0; // number of lines
    std::size_t removed = 0;
    std::vector<MovedHunk> moved = {};
    std::vector<LooseHunk> loose = {};
    std::vector<WrongCounts> wrong_counts = {};
    std::string from_key = {}; // key of the source of a rename or copy
    std::vector<ChangedLines> lines = {}; // empty if several sections are about the file
    bool mixes_encodings = false; // true if lines in UTF-8 are added to a file in another encoding
    // Number of sections that change something; 0 if the patch mentions the file without changing
    // it.
    std::size_t sections = 0;
};

// Collects the changes of each file from all sections about it.
class Reports {
public:
    // Adds a section that was applied.
    FileReport& add(const NamedChange& named, const Applied& applied);

    // Like add(), for a section whose action differs from the one that the patch states.
    FileReport& add(const NamedChange& named, const Applied& applied, read::Action action);

    // Adds a section that changes nothing.
    void add_idle(const NamedChange& named);

    // Renames a file that the patch itself has created, so that it never exists under its first
    // name.
    void rename_created(const NamedChange& named);

    // Returns how many hunks of this file have been added.
    std::size_t hunks_of(const std::string& key) const;

    std::vector<FileReport> take() && { return std::move(files); }

private:
    FileReport& report_of(const NamedChange& named, read::Action action);

    std::vector<FileReport> files;
    std::map<std::string, std::size_t> index; // index in `files`, by key
    std::map<std::string, std::size_t> hunks;
};

}
