#pragma once

#include "apply.hpp"
#include "tools/apply_patch/read/patch.hpp"

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

struct Content {
    std::string text;
    mode_t mode; // permission bits
};

// A file that a patch is about: as it is, and as it becomes.
struct TreeFile {
    std::optional<Content> before; // nothing where there is no file
    std::optional<Content> after;
    bool is_written = false; // does `after` say anything yet?
};

// By the place where a path really leads.
using Tree = std::map<std::string, TreeFile>;

// A change whose file has been found.
struct NamedChange {
    const FileChange* change;
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
    Action action;
    std::string from;
    std::size_t added = 0; // lines
    std::size_t removed = 0;
    std::vector<MovedHunk> moved = {};
    std::vector<LooseHunk> loose = {};
    std::vector<WrongCounts> wrong_counts = {};
    std::string from_key = {}; // of a renamed or copied file
    std::vector<ChangedLines> lines = {}; // where one section alone is about the file
    bool mixes_encodings = false; // is the file not in UTF-8, and added lines are?
    std::size_t sections = 0; // that change something; none: the patch names the file and changes nothing
};

struct Evaluation {
    std::vector<FileReport> files; // in the patch's order, each file once
    bool is_already_applied = false; // nothing is to be done: `files` is empty
};

// Fills in what each file of the tree becomes, without a look at the disk. Sections about the same file
// follow one another, but what is renamed or copied is the file as it was before the patch: as git does it.
// All or nothing: throws what apply_hunks() does, NOT_FOUND, ALREADY_EXISTS, and CONFLICT where the patch is
// applied in part.
Evaluation evaluate(const std::vector<NamedChange>& changes, Tree& tree);
