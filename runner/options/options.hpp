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

// An argument that no flag of agentcli is: the workflow may have a parameter of its name. `follows`
// the one before it.
struct LooseArgument {
    std::string text;
    bool follows = false;
};

// The options that one command or front end has for itself, each a struct of its own.
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

    // Returns one with its default values if no flag has set any of it.
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

// What the operator asked for: a flag, else the environment, else the profile, else the default;
// narrowed by the workspace's profile.
struct Options {
    Command command = "run";
    std::vector<std::string> words; // beside flags, as many as the command takes
    std::string prompt;
    std::string prompt_file; // its name; `prompt` has its arguments
    std::vector<std::string> images; // files that go with the prompt; "-" is stdin
    std::string tools;
    std::optional<std::string> system; // the system message; none: the default one
    bool default_system = true; // is sent if there is no other
    std::string base_url;
    std::string api_key;
    bool key_is_stored = false; // for the server of base_url, by /connect
    std::string env_key; // the variable that holds the key; empty: one of the usual names
    std::string model;
    std::string fallback_model; // is asked if that one fails; empty: none
    std::int64_t max_steps = 0;
    std::int64_t max_calls = 0;
    std::int64_t max_repeats = 0;
    std::chrono::milliseconds max_time {}; // none: as long as it takes
    std::chrono::milliseconds timeout {30'000}; // of a tool
    std::chrono::milliseconds reply_timeout {600'000}; // until a server begins to answer
    std::chrono::milliseconds idle_timeout {}; // between two pieces; none: 2 minutes, or less
    std::int64_t max_total_tokens = 0; // of all replies of a turn; 0: no limit
    double max_cost = 0; // likewise, by the prices of the config
    std::int64_t max_tokens = 0; // of a reply; 0: the server's own
    int retries = 0;
    std::optional<double> temperature; // none: the server's own
    std::optional<double> top_p; // likewise
    std::vector<std::string> stops; // texts that end a reply; at most max_stops
    std::optional<std::int64_t> seed;
    std::string reasoning_effort; // empty: the server's own
    model::Api api = model::Api::automatic;
    model::PromptCache prompt_cache = model::PromptCache::automatic;
    std::string replay;
    std::string record;
    calls::Approve approve = calls::Approve::never;
    bool keeps_checkpoints = false; // snapshots of the workspace around commands
    bool uses_stored_approvals = true; // rules of the operator may allow calls
    bool may_store_approvals = false; // programs that answer questions may store rules
    bool investigator = false; // is offered, beside other agents
    bool tasks = false; // the model may keep a list of tasks
    std::optional<std::vector<std::string>> agents; // that are offered; nullopt: the user's
    std::string session; // its name; empty for none
    std::string fork; // the name of a new session that begins as a copy
    std::string load_messages; // files
    std::string save_messages;
    ChatPreferences taste = {}; // of the user's config
    bool agents_md = true; // AGENTS.md goes into the system message
    bool skills = true; // are offered
    bool dry_run = false;
    std::int64_t context_window = 0; // tokens; 0: not known
    std::string profile; // its name; empty for none
    // The profile that was used: `profile`, or else the default of the command in the config. Empty
    // if no profile was used.
    std::string used_profile = {};
    std::vector<std::vector<std::string>> only_tools; // a tool is offered if each of these names it
    std::vector<std::string> without_tools;
    ConfigFiles config_files; // read once: flags and servers come from the same text
    std::vector<std::string> server_files; // of --mcp
    bool waits_for_servers = false; // before the first request
    std::vector<std::string> obeyed_files; // of flags of the command alone
    std::string editor_servers; // of a host that `agentcli acp` has started: JSON, as in a file
    std::string system_file; // in place of `system`
    std::string output_schema; // a file
    std::vector<std::string> headers; // "Name: value"
    std::string ca_file;
    bool verify = true; // the server's certificate
    struct Origin {
        std::string value; // as it was given
        std::string source; // "default", "OAI_MODEL", "--model", the name of a config
    };
    std::map<std::string, std::vector<Origin>>
        origins; // by flag, those that count; of the commands config and doctor
    std::vector<std::pair<std::string, redaction::RedactionRules>>
        rules; // of each config, by its name; of the command config
    redaction::RedactionRules redact; // the operator's
    redaction::RedactionRules workspace_redact; // of the workspace's config
    bool redact_model = false;
    audit::AuditPolicy audit = audit::AuditPolicy::required;
    bool stream = false;
    bool verbose = false;
    terminal::Debug debug; // of the requests and responses
    bool json = false;
    bool events = false;
    std::string workspace; // what the current directory was named as; empty if it was not
    std::size_t max_result_bytes = 0; // 0: no limit
    std::string sessions; // a directory; empty: the user's
    bool replaces_unread = false; // files that the model has not read
    OwnOptions own; // of the command alone
    std::vector<LooseArgument> loose_arguments;
    bool approve_is_given = false; // by a flag
    bool names_server = false; // a flag or a variable names the server or the model
    // The variables that hold keys of models, by --env-key and all profiles of the user: their
    // values are secrets.
    std::vector<std::string> key_variables;
};

// Reads a command line, without the program's name. Flags are written --name VALUE or --name=VALUE,
// also with one dash; a switch stands alone or has =true or =false. An environment variable that is
// empty counts as unset. A flag that is another spelling of a command becomes that command; --help
// becomes `help` with the words of the command. A workspace that is named becomes the current
// directory. Throws BAD_REQUEST naming the flag or the variable.
Options parse_options(const std::vector<std::string>& arguments);

// Returns the flag --profile for a process that is to use the profile `name`, or no profile if
// `name` is empty, whatever "defaults" of the config names.
std::string profile_flag(const std::string& name);

// Options in which the values of a profile of the user's config take precedence over flags and
// variables. Tools that were left out stay out, and no fewer calls need approval. As with
// --profile, the workspace's profile of this name narrows them. If the profile names another
// server, nothing that the flags say about that of the run goes to it: headers, certificates, the
// key of --env-key, the fallback.
struct OptionsOfProfile {
    Options options;
    std::set<std::string> flags = {}; // that the profile has a value for
};

// Throws BAD_REQUEST if there is no such profile, or it cannot be used.
OptionsOfProfile with_profile(const Options& options, const std::string& name);

}
