#pragma once

#include "object_names.hpp"

#include "toolkit/system/file.hpp"

#include <map>
#include <string>

namespace exec::git {

using namespace toolkit;

// The ids that refs name while commands run, in the file agentcli/names of the repository ("ID
// NAME", one a line), which no command can change. The next call has them if a tool is killed, and
// all calls that run at the same time share them: each keeps what another one has noted.
class NotedNames {
public:
    // The ids, each with the name of a ref.
    using Names = std::map<std::string, std::string>;

    // Before a command: opens the file, and notes the names, unless they are as they were at the
    // last call. What is in the file stays in it if another call runs, or was killed, or if these
    // are not all names. Does nothing if it cannot be written.
    NotedNames(const File& repository, const ObjectNames& names);

    // Notes more of them while the command runs.
    void add(const Names& names) const;

    // Returns all names in the file.
    Names read() const;

    // Returns true if it has only the names that this call has noted before its command.
    bool is_unchanged() const;

    // When they have been compared: the next call need not do it.
    void close() const;

private:
    void note(const ObjectNames& names);
    void replace(const std::string& text);

    File file;
    std::string noted; // the text of the file, if this call has replaced it
};

}
