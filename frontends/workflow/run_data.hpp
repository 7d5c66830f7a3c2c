#pragma once

#include "agent/workflow/template.hpp"

#include <string>

namespace frontends::workflow {

using namespace agent::workflow;

// The data for the templates of one workflow of a run.
class RunData {
public:
    struct Given {
        Json parameters;
        Json environment; // of pass_env
        Json secrets;
        std::string run_id;
        std::int64_t now = 0;
    };
    explicit RunData(const Given& given);

    Data data() const { return {roots, now}; }
    const Json& all() const { return roots; }
    const Json& parameters() const { return roots.at("params"); }

    void set_step(const std::string& id, const Json& result);
    void forget_step(const std::string& id);

    // Set the item of a loop, and restore the outer one.
    void enter_item(const std::string& name, Json item, std::size_t index);
    void leave_item(const std::string& name, const Json& outer_item, const Json& outer_index);

    void set(const std::string& root, Json value) { roots[root] = std::move(value); }
    void remove(const std::string& root) { roots.erase(root); }

private:
    Json roots = Json::object();
    std::int64_t now;
};

}
