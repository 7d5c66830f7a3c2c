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

// What has become of the items of a foreach: its output, and the file of its results. Those that an
// earlier try has done are kept.
class ForeachResults {
public:
    struct Of {
        const Block& fields; // of the foreach
        std::string path;
        const std::vector<std::string>& keys; // of all items
        std::optional<Shard> shard;
    };
    ForeachResults(StepLog& log, const Of& of);

    // The indices of the items that are still to be done, in order.
    std::vector<std::size_t> missing() const;
    bool has_kept(std::size_t index) const { return are_kept[index]; }

    // {"index","key","status","output","error"?}. Throws TOO_LARGE if all of them together are too
    // large to be a value.
    void add(const Json& line);

    // More have failed than may, and the rest is not to be done.
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
    std::multimap<std::string, std::size_t> open; // by key: not kept yet
    std::vector<bool> are_kept;
    Json output;
    std::map<std::size_t, Json> lines; // by index, if they are collected
    std::size_t bytes = 0; // of these
};

// Of the keys together.
std::string digest_of_keys(const std::vector<std::string>& keys);

}
