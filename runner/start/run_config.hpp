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

// The model server and how to connect to it.
struct ServerConfig {
    std::string base_url;
    std::string api_key;
    std::vector<std::string> headers; // "Name: value"
    std::string ca_file;
    bool verify = true; // verify its certificate
    std::chrono::milliseconds timeout {};
    std::chrono::milliseconds idle_timeout {};
    int retries = 0;
    model::Api api = model::Api::automatic;
    std::string key_variable = {}; // the variable named by --env-key; empty: none
    model::PromptCache prompt_cache = model::PromptCache::automatic;
    std::function<void(std::chrono::seconds)> wants_pause = {}; // see model::Server
};

// Changes the configuration to another server with the API key `key` (empty: none). If the URL
// differs, drops the headers, certificate settings and key variable, which belong to the old
// server.
void change_server(ServerConfig& server, const std::string& url, const std::string& key);

// The beginning of a conversation, and the place where it is stored.
struct BeginningConfig {
    std::optional<std::string> system; // nullopt: the default system message
    std::string system_file; // used instead of `system`
    bool agents_md = true; // append instruction files
    std::string session; // session name; empty: none
    std::string fork; // the name of a new session that begins as a copy
    std::set<std::string> open_calls = {}; // calls of the session that the first turn runs
    std::string sessions; // directory of sessions; empty: the user's
    std::string load_messages; // path
    bool is_dry_run = false; // do not store anything
    std::string instructions = {}; // from a host, appended to the system message
    Json history = {}; // from a host: messages instead of those of a file; null: none
    std::string skills = {}; // index of the offered skills
};

// Limits of each turn.
struct TurnLimits {
    std::int64_t steps = 0;
    std::int64_t calls = 0;
    std::int64_t repeats = 0;
    std::int64_t tokens = 0; // for all replies together; 0: no limit
    bool counts_requests = false; // requests count as tokens, too
    std::function<std::optional<loop::Stop>(const loop::Tally&)> spent = {}; // see loop::Task
    std::chrono::milliseconds time {}; // 0: no limit
    double cost = 0; // for all replies together, by the prices; 0: no limit
    double cost_of_agents = 0; // for each task of an agent, if lower than `cost`; 0: same as `cost`
};

// The complete configuration of a conversation with a model and its tools.
struct RunConfig {
    model::ChatSettings chat;
    ServerConfig server;
    // Used instead of a server; may be empty.
    std::function<std::unique_ptr<model::Model>()> make_model;
    std::string replay; // path of a recording to replay
    std::string record;
    std::string save_messages;
    bool redact_model = false;
    manifest::ToolSelection tools;
    bool offers_skills = false; // skills that are found and trusted
    bool offers_tasks = false; // the tool with which a model keeps a list of tasks
    std::vector<agent::mcp::ServerEntry> servers; // MCP servers
    // The first turn waits for servers as long as their entries say, instead of 1.5 s.
    bool waits_for_servers = false;
    // For questions of servers; null: they are declined.
    std::shared_ptr<agent::mcp::QuestionPrompter> prompter;
    std::shared_ptr<agent::mcp::SignInPrompter> sign_ins; // null: sign-ins are not offered
    agent::mcp::CommandsOfServers server_commands; // commands that messages suggest to the operator
    std::chrono::milliseconds tool_timeout {};
    calls::FileRecord::Unread unread = calls::FileRecord::Unread::refused;
    calls::AnswerLimits answer_limits = {};
    BeginningConfig beginning;
    TurnLimits limits;
    model::Prices prices; // from the user's config
    std::int64_t context_window = 0; // in tokens; 0: unknown
    std::string output_schema_file;
    Json output_schema; // used instead of the file; null: none
    loop::Shown shown;
    calls::Approve approve = calls::Approve::never;
    permissions::Settings approval_rules = {}; // initial rules; a front end may change them
    audit::AuditPolicy audit = audit::AuditPolicy::required;
    std::string audit_directory = "."; // the audit trail is in .agentcli/audit below it
    FoundHooks hooks = {};
};

ServerConfig server_config_of(const options::Options& options);
RunConfig run_config_of(const options::Options& options);

// Returns the tools of the run. Its agents use the same server and model, need the same approvals,
// and have no more time, tokens or money.
manifest::ToolSelection tools_of(const RunConfig& config);

}
