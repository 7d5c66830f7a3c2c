#pragma once

#include "agent/model/tool_spec.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/schema.hpp"

#include <map>
#include <memory>
#include <string>

namespace agent::calls {

using namespace toolkit;

// What a call does.
enum class Effect { none, changes };

// A tool as its source offers it.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct OfferedTool : model::ToolSpec {
    bool changes_files = false; // calls are run alone, one after another
    bool may_be_tried
        = true; // its parameter dryRun is a promise of the suite's: such a call needs no approval
    bool needs_approval = false; // of each call, whatever the operator is asked about otherwise
    Json effects; // what it can do, as --describe of our tools says it; null if nothing is known
    Json answer_schema; // what its answers fit; null if it declares nothing
    std::map<std::string, std::string>
        aliases; // names of fields that the tool takes too, by the schema's
    std::shared_ptr<const json::Schema>
        checked_schema; // what calls are checked by; null: by the source alone
    bool checks_arguments = false; // accepts more than its schema says, and checks it itself

    Effect effect() const { return changes_files ? Effect::changes : Effect::none; }
};

}
