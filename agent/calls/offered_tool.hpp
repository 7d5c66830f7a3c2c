#pragma once

#include "agent/model/tool_spec.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/schema.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace agent::calls {

using namespace toolkit;

// What a call does.
enum class Effect { none, changes };

// The calls of a tool that change nothing, although the tool may: those in which the argument
// `parameter` has one of `values`.
struct ReadingCalls {
    std::string parameter = {};
    std::set<std::string> values = {};

    bool contain(const Json& arguments) const
    {
        const auto value = arguments.is_object() ? arguments.find(parameter) : arguments.end();
        return value != arguments.end() && value->is_string()
            && values.contains(value->get_ref<const std::string&>());
    }
};

// A tool as its source offers it.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct OfferedTool : model::ToolSpec {
    bool changes_files = false; // calls are run alone in the workspace, if they use it
    bool may_be_tried
        = true; // its parameter dryRun is a promise of the suite's: such a call needs no approval
    bool needs_approval = false; // of each call, whatever the operator is asked about otherwise
    bool destroys = false; // its MCP server says so (destructiveHint)
    bool is_allowed = false; // by the operator: Approve::changes does not ask about its calls
    bool is_never_asked_about = false; // it only shows something: no mode asks about its calls
    Json effects; // what it can do, as --describe of our tools says it; null if nothing is known
    Json display; // how a person is shown its calls (agent/display); null if nothing is declared
    Json answer_schema; // what its answers fit; null if it declares nothing
    std::map<std::string, std::string>
        aliases; // names of fields that the tool takes too, by the schema's
    std::shared_ptr<const json::Schema>
        checked_schema; // what calls are checked by; null: by the source alone
    bool checks_arguments = false; // accepts more than its schema says, and checks it itself

    ReadingCalls reading = {}; // exceptions to changes_files
    bool asks_for_its_calls
        = false; // its process makes calls, which are asked about one by one (nested_asks)

    // Of a tool of an MCP server, which calls wait for each other (CallLocks).
    struct ServerLock {
        std::string server = {}; // its name; empty: the tool is of no server
        bool is_shared = false; // else calls of one sender run one after another
    };
    ServerLock at_server = {};

    // Describes the MCP server of the tool in questions about its calls.
    struct ServerFacts {
        std::string place = {}; // "in its own sandbox with network"; "at example.com"
        bool is_confined = true; // or used over HTTP
        bool has_network = false;
        std::string claims = {}; // of the tool: "changes things, not undoable"; empty: none
    };
    ServerFacts server_facts = {};
    bool uses_workspace = true;

    // Its arguments {tool, arguments} are a call of another tool, which is made in its place.
    bool calls_another = false;

    Effect effect_of(const Json& arguments) const
    {
        return changes_files && !reading.contain(arguments) ? Effect::changes : Effect::none;
    }
};

}
