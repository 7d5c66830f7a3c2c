#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Keeps which files a conversation has read or written, and the hash of each then. Tools whose
// effects have tracksFiles get it with each request, as "seen", and answer what has changed in it;
// they refuse to overwrite what others have changed since (docs/contract.md). The model sees
// neither. It holds at most 256 KiB of paths and hashes; the oldest are forgotten first.
class FileRecord {
public:
    // Says whether fs_write_file may replace a file that the conversation has not read.
    enum class Unread { allowed, refused };

    explicit FileRecord(Unread unread)
        : unread(unread)
    {
    }

    // Adds "seen" and "refuseUnread" to a request of a tool in this workspace, an absolute path.
    void put(const std::string& workspace, Json& request) const;

    // Returns what has been noted since the last call, or since begin_with(), for a session to
    // keep: {workspace: {path: hash, or null for a file that is gone}}; empty if nothing was.
    Json take_noted();

    // Replaces the record by what calls of take_noted() have returned, the oldest first.
    void begin_with(const std::vector<Json>& before);

    // Notes the whole record again: the next take_noted() returns all of it, for a new session.
    void note_all();

    // Notes the "seen" at the end of the line that a tool has answered, or of its error, and takes
    // it out of the line. Leaves a line without it as it is.
    void take(const std::string& workspace, std::string& line);

private:
    struct Known {
        std::string sha256;
        std::uint64_t number; // grows with each note
    };
    using Key = std::pair<std::string, std::string>; // workspace, path

    void note(const Key& key, const Json& hash);
    void forget_oldest();

    Unread unread;
    std::map<Key, Known> files;
    Json noted = Json::object();
    std::size_t bytes = 0;
    std::uint64_t last_number = 0;
};

}
