#pragma once

#include "evaluate.hpp"

#include <map>

// Gathers what is done to each file, over all sections that are about it.
class Reports {
public:
    FileReport& add(const NamedChange& named, const Applied& applied);

    // The same for what turns out to be another action than the patch says.
    FileReport& add(const NamedChange& named, const Applied& applied, Action action);

    // Of a section that changes nothing.
    void add_idle(const NamedChange& named);

    // What the patch has created goes to another name before it is ever seen under its own.
    void rename_created(const NamedChange& named);

    // How many hunks of this file have been added.
    std::size_t hunks_of(const std::string& key) const;

    std::vector<FileReport> take() && { return std::move(files); }

private:
    FileReport& report_of(const NamedChange& named, Action action);

    std::vector<FileReport> files;
    std::map<std::string, std::size_t> index; // of `files`, by key
    std::map<std::string, std::size_t> hunks;
};
