#pragma once

#include "agent/workflow/model.hpp"
#include "frontends/workflow/step_log.hpp"
#include "frontends/workflow/step_result.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace agent::workflow;

// Collects the results of the items of a foreach: its output, and the file of its results. Keeps
// the items that an earlier try has done.
class ForeachResults {
public:
    struct Of {
        const Block& fields; // of the foreach
        std::string path;
        const std::vector<std::string>& keys; // of all items
        std::optional<Shard> shard;
    };
    ForeachResults(StepLog& log, const Of& of);

    // Returns the indices of the items that are still to be done, in order.
    std::vector<std::size_t> missing() const;
    bool has_kept(std::size_t index) const { return are_kept[index]; }

    // Adds the result of an item: {"index","key","status","output","error"?}. Throws TOO_LARGE if
    // all collected results together have more than 16 MiB.
    void add(const Json& line);

    // True if more items have failed than allowed, and the others are not to be done.
    bool is_over() const;

    StepResult end();

private:
    std::optional<std::uint64_t> keep(const ItemResult& item);
    void count(const Json& line);
    bool is_of_shard(std::size_t index) const;

    const Of of;
    const std::size_t max_failed;
    const bool collects;
    std::unique_ptr<ItemResults> file;
    std::multimap<std::string, std::size_t> open; // by key; items that are not kept yet
    std::vector<bool> are_kept;
    Json output;
    std::map<std::size_t, Json> lines; // by index; if they are collected
    std::size_t bytes = 0; // size of `lines`
};

// Returns a hash of all keys.
std::string digest_of_keys(const std::vector<std::string>& keys);

}
