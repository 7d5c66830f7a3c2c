#pragma once

#include "agent/audit/audit_policy.hpp"
#include "agent/calls/approval_mode.hpp"
#include "agent/model/api.hpp"
#include "agent/redaction/redaction_rules.hpp"
#include "runner/options/command.hpp"
#include "runner/options/config.hpp"
#include "runner/options/config_files.hpp"
#include "runner/terminal/debug.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
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

// What the operator asked for: a flag, else the environment, else the profile, else the default;
// narrowed by the workspace's profile.
struct Options {
    Command command = Command::run;
    std::vector<std::string> words; // beside flags, as many as the command takes
    std::string prompt;
    std::string tools;
    std::string system;
    std::string base_url;
    std::string api_key;
    std::string model;
    std::int64_t max_steps = 0;
    std::int64_t max_calls = 0;
    std::int64_t max_repeats = 0;
    std::chrono::milliseconds max_time {}; // none: as long as it takes
    std::chrono::milliseconds timeout {30'000}; // of a tool
    std::chrono::milliseconds reply_timeout {600'000}; // until a server begins to answer
    std::chrono::milliseconds idle_timeout {}; // between two pieces; none: 2 minutes, or less
    std::int64_t max_total_tokens = 0; // of all replies of a turn; 0: no limit
    std::int64_t max_tokens = 0; // of a reply; 0: the server's own
    int retries = 0;
    std::optional<double> temperature; // none: the server's own
    std::string reasoning_effort; // empty: the server's own
    model::Api api = model::Api::automatic;
    std::string replay;
    std::string record;
    calls::Approve approve = calls::Approve::never;
    bool investigator = false; // is offered as a tool
    bool describe = false; // of investigate: prints its entry of a manifest
    bool lines = false; // each line of the prompt is a text of its own
    std::string session; // its name; empty for none
    std::string fork; // the name of a new session that begins as a copy
    std::string load_messages; // files
    std::string save_messages;
    bool continues_chat = false; // the latest session of this directory
    bool keeps_session = true; // of a chat
    bool plain = false; // of a chat: its front end
    std::string color = "auto"; // or "always", "never"
    std::string notify = "bell"; // or "off", "osc9", "osc777"
    bool title = false; // sets the terminal's
    ChatTaste taste = {}; // of the user's config
    bool agents_md = true; // AGENTS.md goes into the system message
    bool dry_run = false;
    std::int64_t context_window = 0; // tokens; 0: not known
    std::string profile; // its name; empty for none
    std::vector<std::vector<std::string>> only_tools; // a tool is offered if each of these names it
    std::vector<std::string> without_tools;
    ConfigFiles config_files; // read once: flags and servers come from the same text
    std::vector<std::string> server_files; // of --mcp
    std::string editor_servers; // of a host that `agentcli acp` has started: JSON, as in a file
    bool with_servers = false; // of mcp: offers their tools, too
    std::string answers; // to questions of a server; empty: the terminal's
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
        origins; // by flag, those that count; of the command config
    std::vector<std::pair<std::string, redaction::RedactionRules>>
        rules; // of each config, by its name; of the command config
    redaction::RedactionRules redact; // the operator's
    redaction::RedactionRules workspace_redact; // of the workspace's config
    bool redact_model = false;
    bool connects = false; // doctor connects to the server of the model
    audit::AuditPolicy audit = audit::AuditPolicy::required;
    bool stream = false;
    bool verbose = false;
    terminal::Debug debug; // of the requests and responses
    bool json = false;
    bool events = false;
    std::string workspace; // of mcp: the current directory, if it was named
    std::string instructions; // a file
    std::size_t max_request_bytes = 0;
    std::size_t max_result_bytes = 0; // 0: no limit
    std::string approve_by; // of mcp: "terminal", "client" or empty
    bool keeps_to_roots = false;
    std::string listen; // of mcp: an address; empty: stdin and stdout
    std::vector<std::string> allowed_hosts;
    std::vector<std::string> allowed_origins;
    std::string token_file;
    bool has_no_token = false;
    std::string resource_metadata; // a file
    std::vector<std::string> listen_at; // of serve: addresses
    std::vector<std::string> peers; // UID=SCOPES
    std::size_t worker_memory = 0; // of host and serve, bytes; 0: as these have it
    std::string tokens; // a file
    std::string sessions; // a directory; empty: the user's
    std::int64_t max_runs = 0; // of serve, as are those that follow
    std::int64_t max_queued = 0;
    std::int64_t max_waiting = 0;
    std::int64_t max_connections = 0;
    std::chrono::milliseconds stall {};
    std::chrono::milliseconds hold {};
    std::chrono::milliseconds drain {};
    std::chrono::milliseconds exit_idle {}; // none: never
    std::vector<std::string> profiles; // that a run may choose
    std::vector<std::string> workspaces; // NAME=DIR
    std::chrono::milliseconds keep {}; // a run that has ended
    std::int64_t keep_bytes = 0;
    std::vector<std::string> host_may; // of host
    bool replaces_unread = false; // files that the model has not read
    bool trusts_host_calls = false;
    std::int64_t undo_last = 1; // of undo
    bool undo_is_dry_run = false;
    bool undo_forgets = false;
    std::string expected_hash; // of audit verify
    std::string hash_before_first;
    std::string workflow; // of host: what -w names; empty: a conversation
    std::vector<std::string> workflows; // of serve: that a run may name
    std::vector<std::string> parameters; // of a workflow: NAME=VALUE
    std::string parameters_file;
    std::vector<LooseArgument> loose_arguments;
    bool approve_is_given = false; // by a flag
    std::string state; // a directory of runs of workflows
    std::string run_id;
    std::string resume; // the id of a run, or last
    bool is_fresh = false; // nothing is kept of an earlier run
    std::vector<std::string> assumptions; // STEP=done, STEP=undone
    std::int64_t workers = 0; // at once; 0: as many as there are processors
    std::string shard; // I/N
    bool is_batch = false;
    std::chrono::milliseconds grace {10'000};
    std::string junit; // of test: a file
    bool records_tests = false;
    bool trusts_found_tests = false;
    std::vector<std::string> tested_workflows; // files that tests may name
    std::string tool; // of audit show, as AuditFilter has them
    std::string run;
    std::string since;
    bool failed = false;
};

// Reads a command line, without the program's name. Flags are written --name VALUE or --name=VALUE,
// also with one dash; a switch stands alone or has =true or =false. An environment variable that is
// empty counts as unset. A flag that is another spelling of a command becomes that command; --help
// becomes `help` with the words of the command. A workspace that is named becomes the current
// directory. Throws BAD_REQUEST naming the flag or the variable.
Options parse_options(const std::vector<std::string>& arguments);

// Options in which the values of a profile of the user's config take precedence over flags and
// variables. Tools that were left out stay out, and no fewer calls need approval. As with
// --profile, the workspace's profile of this name narrows them.
struct OptionsOfProfile {
    Options options;
    std::set<std::string> flags = {}; // that the profile has a value for
};

// Throws BAD_REQUEST if there is no such profile, or it cannot be used.
OptionsOfProfile with_profile(const Options& options, const std::string& name);

}
