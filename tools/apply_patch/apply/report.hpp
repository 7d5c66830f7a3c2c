#pragma once

#include "apply.hpp"
#include "tools/apply_patch/read/patch.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace apply_patch::apply {

// A change whose file has been found.
struct NamedChange {
    const read::FileChange* change;
    std::string name; // relative to the workspace, for messages and the answer
    std::string key; // in the Tree
    std::string from_key; // of a renamed or copied file, else empty
};

struct WrongCounts {
    std::size_t hunk; // its number in the file, from 1
    std::string stated; // "-1,3 +1,4"
    std::string counted;
};

struct FileReport {
    std::string name;
    std::string key;
    read::Action action;
    std::string from;
    std::size_t added = 0; // lines
    std::size_t removed = 0;
    std::vector<MovedHunk> moved = {};
    std::vector<LooseHunk> loose = {};
    std::vector<WrongCounts> wrong_counts = {};
    std::string from_key = {}; // of a renamed or copied file
    std::vector<ChangedLines> lines = {}; // where one section alone is about the file
    bool mixes_encodings = false; // is the file not in UTF-8, and added lines are?
    std::size_t sections
        = 0; // that change something; none: the patch names the file and changes nothing
};

// Gathers what is done to each file, over all sections that are about it.
class Reports {
public:
    FileReport& add(const NamedChange& named, const Applied& applied);

    // The same for what turns out to be another action than the patch says.
    FileReport& add(const NamedChange& named, const Applied& applied, read::Action action);

    // Of a section that changes nothing.
    void add_idle(const NamedChange& named);

    // What the patch has created goes to another name before it is ever seen under its own.
    void rename_created(const NamedChange& named);

    // How many hunks of this file have been added.
    std::size_t hunks_of(const std::string& key) const;

    std::vector<FileReport> take() && { return std::move(files); }

private:
    FileReport& report_of(const NamedChange& named, read::Action action);

    std::vector<FileReport> files;
    std::map<std::string, std::size_t> index; // of `files`, by key
    std::map<std::string, std::size_t> hunks;
};

}
