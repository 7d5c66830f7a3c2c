#pragma once

#include "frontends/workflow/env_file.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace frontends::workflow {

// The flags of a workflow and of its runs, in addition to those of a run.
struct WorkflowOptions {
    std::vector<std::string> parameters = {}; // NAME=VALUE
    std::string parameters_file = {};
    Variables variables = {}; // of --env-file
    std::string state = {}; // a directory of runs
    std::string run_id = {};
    std::string resume = {}; // the id of a run, or last
    bool is_fresh = false; // discard an earlier run
    std::vector<std::string> assumptions = {}; // STEP@N=done, STEP@N=undone
    std::int64_t workers = 0; // maximum in parallel; 0: the number of processors
    std::string shard = {}; // I/N
    bool is_batch = false;
    std::chrono::milliseconds grace {10'000};
    std::optional<std::chrono::milliseconds> older_than = {}; // runs prune
};

}
