#pragma once

#include "frontends/workflow/state.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::workflow {

// A line of results-STEP.ndjson: an item of a foreach that has ended. Of equal items each shard
// writes the same bytes.
struct ItemResult {
    std::uint64_t index = 0;
    std::string key = {}; // what the file says, else SHA-256 of the item
    std::string status = {}; // ok, failed, denied, skipped
    Json output = {};
    Json error = {};
    bool is_redacted = false; // something of it was
};

std::string line_of(const ItemResult& item);
std::optional<ItemResult> item_result(std::string_view line);

struct Shard {
    std::uint64_t number = 0; // from 0
    std::uint64_t count = 1;
};

// "results-STEP.ndjson", or "results-STEP-I-of-N.ndjson"; a path with characters or a length that
// no name of a file can have is there as its SHA-256.
std::string results_name(const std::string& path, const std::optional<Shard>& shard);

// The results of a foreach in the directory of its run. All throw what system_error() makes of a
// failure.
class ItemResults {
public:
    // Keeps items of an earlier try that were ok or skipped: `keep` is asked about each of them, in
    // the order of the file, and says which index it has now, or nothing if it is not wanted. The
    // others, those of which something was redacted, and a torn last line go. Of several lines of
    // an index the last one counts. Throws BAD_REQUEST for another line that is none of ours.
    using Keep = std::function<std::optional<std::uint64_t>(const ItemResult&)>;
    struct Of {
        std::string path; // of the step
        std::optional<Shard> shard = {};
    };
    ItemResults(const RunDirectory& run, const Of& of, const redaction::Redaction& redaction,
        const Keep& keep);

    // Redacted, in one piece.
    void add(ItemResult item);

    // Through to the disk.
    void synchronise() const;

    const std::string& path() const { return file_path; }

private:
    ToolError failed(const std::string& what) const;

    const redaction::Redaction& redaction;
    std::string file_path;
    File file;
    std::int64_t size = 0;
};

}
