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

// A line of results-STEP.ndjson: an item of a foreach that has ended. Each shard writes the same
// bytes for equal items.
struct ItemResult {
    std::uint64_t index = 0;
    std::string key = {}; // from the file, or else SHA-256 of the item
    std::string status = {}; // ok, failed, denied, skipped
    Json output = {};
    Json error = {};
    bool is_redacted = false; // a part of it was redacted
};

std::string line_of(const ItemResult& item);
std::optional<ItemResult> item_result(std::string_view line);

struct Shard {
    std::uint64_t number = 0; // from 0
    std::uint64_t count = 1;
};

// Returns "results-STEP.ndjson", or "results-STEP-I-of-N.ndjson". A path with characters or a
// length that a file name cannot have is replaced by its SHA-256.
std::string results_name(const std::string& path, const std::optional<Shard>& shard);

// The results of a foreach in the directory of its run. All functions throw as system_error() does.
class ItemResults {
public:
    // Keeps the items of an earlier try with the status ok or skipped. For each of them, in the
    // order of the file, `keep` returns its current index, or nullopt if it is not needed. Removes
    // all other items, those of which a part was redacted, and an incomplete last line. If an index
    // has several lines, the last one counts. Throws BAD_REQUEST for a line that is not a result.
    using Keep = std::function<std::optional<std::uint64_t>(const ItemResult&)>;
    struct Of {
        std::string path; // path of the step
        std::optional<Shard> shard = {};
    };
    ItemResults(const RunDirectory& run, const Of& of, const redaction::Redaction& redaction,
        const Keep& keep);

    // Redacts an item and appends it in one write.
    void add(ItemResult item);

    // Writes all items to the disk.
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
