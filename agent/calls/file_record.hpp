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

// Records which files a conversation has read or written, with their SHA-256 at that time. Tools
// with effects.tracksFiles receive the record as "seen" in each request and return its changes as
// "seen" in the answer. They refuse to overwrite files that something else has changed since
// (docs/contract.md). The model sees neither field. The record has at most 256 KiB of paths and
// hashes; the oldest entries are dropped first.
class FileRecord {
public:
    // Sets whether fs_write_file may replace a file that the conversation has not read.
    enum class Unread { allowed, refused };

    explicit FileRecord(Unread unread)
        : unread(unread)
    {
    }

    // Adds "seen" and "refuseUnread" to a request. `workspace` is the absolute path of the
    // directory in which the tool works.
    void put(const std::string& workspace, Json& request) const;

    // Returns the changes of the record since the last call, or since begin_with(), for a session
    // to store: {workspace: {path: hash, or null for a removed file}}; an empty object if there are
    // none.
    Json take_noted();

    // Replaces the record by the results of earlier take_noted() calls, the oldest first.
    void begin_with(const std::vector<Json>& before);

    // Makes the next take_noted() return the whole record, for a new session.
    void note_all();

    // Adds the "seen" at the end of `line`, a tool's answer or error, to the record and removes it
    // from the line. Leaves a line without "seen" unchanged.
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
