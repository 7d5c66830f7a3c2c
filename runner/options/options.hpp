#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/approval_mode.hpp"
#include "agent/model/api.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/command.hpp"
#include "runner/options/config.hpp"
#include "runner/options/config_files.hpp"
#include "runner/terminal/terminal.hpp"

#include <any>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

namespace runner::options {

using namespace agent;

// An argument that is not a flag of agentcli but may be a parameter of the workflow. `follows` is
// true if it directly follows the preceding loose argument.
struct LooseArgument {
    std::string text;
    bool follows = false;
};

// The options of single commands and front ends, one struct for each. of() returns the struct of a
// type, creating it if it does not exist yet.
class OwnOptions {
public:
    template<class Own>
    Own& of()
    {
        std::any& held = all[typeid(Own)];
        if (!held.has_value())
            held = Own();
        return *std::any_cast<Own>(&held);
    }

    // Returns the struct, or one with default values if no flag has set any of its members.
    template<class Own>
    const Own& of() const
    {
        static const Own unset {};
        const auto found = all.find(typeid(Own));
        return found == all.end() ? unset : *std::any_cast<Own>(&found->second);
    }

private:
    std::map<std::type_index, std::any> all;
};

// The settings of a command. Each comes from a flag, otherwise from the environment, the profile or
// the default, in this order, and is then narrowed by the workspace's profile.
struct Options {
    Command command = "run";
    std::vector<std::string> words; // arguments that are not flags; their number is checked
    std::string prompt;
    std::string prompt_file; // name of a prompt file, whose arguments are in `prompt`
    std::vector<std::string> images; // files that are sent with the prompt; "-" is stdin
    std::string tools;
    std::optional<std::string> system; // system message; nullopt: the default one
    bool default_system = true; // send the default system message if there is no other
    std::string base_url;
    std::string api_key;
    bool key_is_stored = false; // api_key was stored by /connect for the server of base_url
    std::string env_key; // the variable that holds the key; empty: one of the usual names
    std::string model;
    std::string fallback_model; // requested if `model` fails; empty: none
    std::int64_t max_steps = 0;
    std::int64_t max_calls = 0;
    std::int64_t max_repeats = 0;
    std::chrono::milliseconds max_time {}; // 0: no limit
    std::chrono::milliseconds timeout {30'000}; // for each tool call
    std::chrono::milliseconds reply_timeout {600'000}; // until the server begins to respond
    // between two pieces of a reply; 0: 2 minutes or less
    std::chrono::milliseconds idle_timeout {};
    std::int64_t max_total_tokens = 0; // for all replies of a turn; 0: no limit
    double max_cost = 0; // for a turn, by the prices of the config; 0: no limit
    std::int64_t max_tokens = 0; // for a reply; 0: the server's default
    int retries = 0;
    std::optional<double> temperature; // nullopt: the server's default
    std::optional<double> top_p; // nullopt: the server's default
    std::vector<std::string> stops; // strings that end a reply; at most max_stops
    std::optional<std::int64_t> seed;
    std::string reasoning_effort; // empty: the server's default
    model::Api api = model::Api::automatic;
    model::PromptCache prompt_cache = model::PromptCache::automatic;
    std::string replay;
    std::string record;
    calls::Approve approve = calls::Approve::never;
    bool keeps_checkpoints = false; // take snapshots of the workspace before and after commands
    bool uses_stored_approvals = true; // approval rules of the operator may allow calls
    bool may_store_approvals = false; // programs that answer questions may store rules
    bool investigator = false; // offer it in addition to other agents
    bool tasks = false; // the model may keep a list of tasks
    // the agents to offer; nullopt: all of the user's config
    std::optional<std::vector<std::string>> agents;
    std::string session; // session name; empty: none
    std::string fork; // the name of a new session that begins as a copy
    std::string load_messages; // files
    std::string save_messages;
    ChatPreferences taste = {}; // preferences in the user's config
    bool agents_md = true; // AGENTS.md goes into the system message
    bool skills = true; // offer skills to the model
    bool dry_run = false;
    std::int64_t context_window = 0; // tokens; 0: not known
    std::string profile; // profile name; empty: none
    // The profile in use: `profile`, or the default for the command in the config; empty if there
    // is none.
    std::string used_profile = {};
    // A tool is offered only if each list contains it.
    std::vector<std::vector<std::string>> only_tools;
    std::vector<std::string> without_tools;
    ConfigFiles config_files; // read once, so that flags and servers come from the same content
    std::vector<std::string> server_files; // values of --mcp
    bool waits_for_servers = false; // wait for them before the first request
    // files named by flags of the command itself whose content agentcli follows
    std::vector<std::string> obeyed_files;
    std::string editor_servers; // servers passed by `agentcli acp`, as JSON in the form of a config
    std::string system_file; // used instead of `system`
    std::string output_schema; // a file
    std::vector<std::string> headers; // "Name: value"
    std::string ca_file;
    bool verify = true; // verify the server's certificate
    struct Origin {
        std::string value; // as given
        std::string source; // "default", "OAI_MODEL", "--model", or the path of a config
    };
    std::map<std::string, std::vector<Origin>>
        origins; // sources of the effective values by flag; only for the commands config and doctor
    std::vector<std::pair<std::string, redaction::RedactionRules>>
        rules; // for each config, by its path; only for the command config
    redaction::RedactionRules redact; // rules of the operator
    redaction::RedactionRules workspace_redact; // of the workspace's config
    bool redact_model = false;
    audit::AuditPolicy audit = audit::AuditPolicy::required;
    bool stream = false;
    bool verbose = false;
    terminal::Debug debug; // for requests and responses
    bool json = false;
    bool events = false;
    std::string workspace; // the current directory as it was named; empty if it was not
    std::size_t max_result_bytes = 0; // 0: no limit
    std::string sessions; // a directory; empty: the user's
    bool replaces_unread = false; // writes may replace files that the model has not read
    OwnOptions own; // options of single commands
    std::vector<LooseArgument> loose_arguments;
    bool approve_is_given = false; // a flag has set `approve`
    bool names_server = false; // a flag or variable names the server or the model
    // The variables that contain API keys, from --env-key and all profiles of the user. Their
    // values are secrets.
    std::vector<std::string> key_variables;
};

// Parses a command line, given without the program name. Flags have the form --name VALUE or
// --name=VALUE, also with one dash; a switch has no value, or =true or =false. An empty environment
// variable is treated as unset. A flag that is another spelling of a command selects that command;
// --help selects `help` with the words of the command. Changes the current directory to the
// workspace if one is named. Throws BAD_REQUEST naming the flag or the variable.
Options parse_options(const std::vector<std::string>& arguments);

// Returns the flag --profile for a child process that has to use the profile `name`, or no profile
// if `name` is empty, regardless of "defaults" in the config.
std::string profile_flag(const std::string& name);

// Options in which a profile of the user's config overrides flags and variables. It cannot add
// tools that were left out or reduce the calls that need approval, and the workspace's profile of
// the same name narrows it as with --profile. If the profile names another server, that server gets
// none of the settings for the run's server: headers, certificates, the key of --env-key, the
// fallback model.
struct OptionsOfProfile {
    Options options;
    std::set<std::string> flags = {}; // flags for which the profile has a value
};

// Returns the options of `options` with this profile. Throws BAD_REQUEST if the profile does not
// exist or is invalid.
OptionsOfProfile with_profile(const Options& options, const std::string& name);

}
