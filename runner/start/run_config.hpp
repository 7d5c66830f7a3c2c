#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/answer_limits.hpp"
#include "agent/calls/approval_mode.hpp"
#include "agent/calls/file_record.hpp"
#include "agent/calls/manifest.hpp"
#include "agent/loop/live_reply.hpp"
#include "agent/loop/tally.hpp"
#include "agent/mcp/question_prompter.hpp"
#include "agent/mcp/server_entry.hpp"
#include "agent/mcp/sign_in_prompter.hpp"
#include "agent/model/chat_completions.hpp"
#include "agent/model/model.hpp"
#include "agent/model/price.hpp"
#include "agent/permissions/permissions.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "runner/options/options.hpp"
#include "runner/start/hooks.hpp"
#include "toolkit/json/json.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace runner::start {

using namespace agent;
using namespace toolkit;

struct ServerConfig {
    std::string base_url;
    std::string api_key;
    std::vector<std::string> headers; // "Name: value"
    std::string ca_file;
    bool verify = true; // its certificate
    std::chrono::milliseconds timeout {};
    std::chrono::milliseconds idle_timeout {};
    int retries = 0;
    model::Api api = model::Api::automatic;
    std::string key_variable = {}; // that --env-key names; empty: none
    model::PromptCache prompt_cache = model::PromptCache::automatic;
    std::function<void(std::chrono::seconds)> wants_pause = {}; // as of model::Server
};

// Makes it the configuration of another server, which is asked with `key` (empty: without one). The
// headers, the settings of the certificate and the variable of the key, which belong to the former
// server, are dropped unless the URL is the same.
void change_server(ServerConfig& server, const std::string& url, const std::string& key);

// How a conversation begins, and where it is kept.
struct BeginningConfig {
    std::optional<std::string> system; // none: the default one
    std::string system_file; // in place of `system`
    bool agents_md = true; // files of instructions follow it
    std::string session; // its name; empty for none
    std::string fork; // the name of a new session that begins as a copy
    std::set<std::string> open_calls = {}; // of the session, that the first turn runs
    std::string sessions; // their directory; empty: the user's
    std::string load_messages; // a file
    bool is_dry_run = false; // nothing is kept
    std::string instructions = {}; // of a host, after the system message
    Json history = {}; // of a host: messages in place of those of a file; null for none
    std::string skills = {}; // the index of those that are offered
};

// Of each turn.
struct TurnLimits {
    std::int64_t steps = 0;
    std::int64_t calls = 0;
    std::int64_t repeats = 0;
    std::int64_t tokens = 0; // of all replies together; 0: no limit
    bool counts_requests = false; // among these tokens
    std::function<std::optional<loop::Stop>(const loop::Tally&)> spent = {}; // as of loop::Task
    std::chrono::milliseconds time {}; // 0: as long as it takes
    double cost = 0; // of all replies together, by the prices; 0: no limit
    double cost_of_agents = 0; // of each task, if that is less; 0: as `cost`
};

// All that a conversation with a model and its tools depends on.
struct RunConfig {
    model::ChatSettings chat;
    ServerConfig server;
    std::function<std::unique_ptr<model::Model>()> make_model; // in place of a server; may be empty
    std::string replay; // files
    std::string record;
    std::string save_messages;
    bool redact_model = false;
    manifest::ToolSelection tools;
    bool offers_skills = false; // those that are found and trusted
    bool offers_tasks = false; // the tool with which a model keeps a list of tasks
    std::vector<agent::mcp::ServerEntry> servers; // MCP servers of others
    bool waits_for_servers = false; // in the first turn as long as their entries say, not 1.5 s
    std::shared_ptr<agent::mcp::QuestionPrompter> prompter; // of their questions; null: declined
    std::shared_ptr<agent::mcp::SignInPrompter> sign_ins; // null: no person is asked
    agent::mcp::CommandsOfServers server_commands; // in messages to the operator
    std::chrono::milliseconds tool_timeout {};
    calls::FileRecord::Unread unread = calls::FileRecord::Unread::refused;
    calls::AnswerLimits answer_limits = {};
    BeginningConfig beginning;
    TurnLimits limits;
    model::Prices prices; // of the user's config
    std::int64_t context_window = 0; // tokens; 0: not known
    std::string output_schema_file;
    Json output_schema; // in place of the file; null for none
    loop::Shown shown;
    calls::Approve approve = calls::Approve::never;
    permissions::Settings approval_rules = {}; // made at the terminal; a front end may change it
    audit::AuditPolicy audit = audit::AuditPolicy::required;
    std::string audit_directory = "."; // the trail is in .agentcli/audit beneath it
    FoundHooks hooks = {};
};

ServerConfig server_config_of(const options::Options& options);
RunConfig run_config_of(const options::Options& options);

// Returns the tools of the run. Its agents use its server and model, ask as often, and have no more
// time, tokens or money.
manifest::ToolSelection tools_of(const RunConfig& config);

}
