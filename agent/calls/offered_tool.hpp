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

// Effect of a call on files.
enum class Effect { none, changes };

// Selects the calls of a tool that change nothing although the tool can: those whose argument
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

// A tool offered by a source.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct OfferedTool : model::ToolSpec {
    bool changes_files = false; // true: a call that uses the workspace runs alone in it
    // True if the tool keeps the promise of the suite that calls with dryRun change nothing: they
    // need no approval.
    bool may_be_tried = true;
    bool needs_approval = false; // true: each call needs approval, in any mode
    bool destroys = false; // true if its MCP server declares destructiveHint
    bool is_allowed = false; // allowed by the operator: Approve::changes does not ask about it
    bool is_never_asked_about = false; // true if it only shows something: no mode asks about it
    Json effects; // what the tool can do, in the form of --describe; null if unknown
    Json display; // how its calls are displayed (agent/display); null if not declared
    Json answer_schema; // schema of its answers; null if not declared
    // Alternative names of fields, each mapped to the field's name in the schema.
    std::map<std::string, std::string> aliases;
    // Schema that arguments are checked against; null if only the source checks them.
    std::shared_ptr<const json::Schema> checked_schema;
    // True if the tool accepts more arguments than its schema allows, and checks them itself.
    bool checks_arguments = false;

    ReadingCalls reading = {}; // exceptions to changes_files
    // True if its process makes calls itself, which are decided on one by one (nested_asks.hpp).
    bool asks_for_its_calls = false;

    // Lock that calls of a tool of an MCP server take (CallLocks).
    struct ServerLock {
        std::string server = {}; // name of the MCP server; empty for a tool without a server
        bool is_shared = false; // false: calls of one sender run one after another
    };
    ServerLock at_server = {};

    // Facts about the tool's MCP server, for questions about its calls.
    struct ServerFacts {
        std::string place = {}; // "in its own sandbox with network"; "at example.com"
        bool is_confined = true; // also true if the server is used over HTTP
        bool has_network = false;
        std::string claims = {}; // "changes things, not undoable"; empty if it declares nothing
    };
    ServerFacts server_facts = {};
    bool uses_workspace = true;

    // True if its arguments {tool, arguments} name a call of another tool, which is made instead.
    bool calls_another = false;

    // Returns whether a call with these arguments changes files.
    Effect effect_of(const Json& arguments) const
    {
        return changes_files && !reading.contain(arguments) ? Effect::changes : Effect::none;
    }
};

}
