#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/toolbelt.hpp"
#include "agent/loop/conversation.hpp"
#include "agent/model/http.hpp"
#include "agent/skills/skill_source.hpp"
#include "agent/tasks/task_source.hpp"
#include "runner/start/manifest_tools.hpp"
#include "runner/start/model_server.hpp"
#include "runner/start/other_servers.hpp"
#include "runner/start/run_config.hpp"
#include "runner/start/system_message.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace runner::start {

using namespace agent;
using namespace toolkit;

// Services that an Engine needs from its front end.
struct EngineDependencies {
    const redaction::Redaction& redaction;
    model::Trace& trace;
    audit::Audit& audit;
    calls::Approver& approver;
    loop::Observer& observer;
    system::Cancel& cancel;
};

// Runs a conversation between a model and its tools, turn by turn. Independent of the command line,
// stdin and stdout: input and output go through EngineDependencies, which each front end provides.
class Engine {
public:
    // Chooses the tools of the manifest, and adds those of `more`. All arguments, including the
    // objects in `by`, must outlive the engine. Throws BAD_REQUEST for an invalid configuration and
    // if a tool of `more` has the name of a tool in the manifest, and errors of the files that it
    // reads.
    Engine(const RunConfig& config, const EngineDependencies& by,
        const std::vector<calls::ToolSource*>& more = {});
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    std::vector<const calls::OfferedTool*> tools() const { return toolbelt->tools(); }
    calls::Toolbelt& calls() { return *toolbelt; }

    // Returns true if the model is offered the tool `skill`.
    bool reads_skills() const { return skill_source != nullptr; }

    // Returns the steps with which changes made by this engine's calls can be undone, in the order
    // of the calls.
    const std::vector<agent::steps::NotedStep>& steps() const { return manifest->source().steps(); }

    // Sets the steps that the conversation made before this process, oldest first.
    void recall_steps(std::vector<agent::steps::NotedStep> earlier)
    {
        manifest->source().recall_steps(std::move(earlier));
    }

    // Starts the configured MCP servers whose tools are not known yet, and the required ones. Must
    // be called after open(); the first turn calls it if no one else has. Throws IO_ERROR if a
    // required server can't be started, and INTERNAL "interrupted".
    void start_servers();

    // Waits until a client has sent a message or the process is asked to end. MCP servers continue
    // to start, and sign-ins continue, in the meantime. May return earlier.
    void wait_for_anything();

    // Return the MCP servers; null if none are configured.
    const agent::mcp::ServerSource* mcp_servers() const { return servers.get(); }
    agent::mcp::ServerSource* mcp_servers() { return servers.get(); }

    // Returns the configuration of the beginning, with the index of the offered skills.
    BeginningConfig beginning() const;

    // Returns the first request as it would be sent with these messages.
    Json request_with(const model::Messages& messages) const;

    // Returns the transcript with which the conversation begins, and stores the parts of its system
    // message. Throws what begin_transcript() and system_parts() throw.
    loop::Transcript begin();

    // Creates the model and begins the conversation. Must be called before the first turn. Throws
    // like begin(), and BAD_REQUEST if the price of a model is missing that a cost limit needs.
    void open();

    // Returns the parts of the system message, as composed by begin() and start_servers().
    const PromptParts& prompt_parts() const { return parts; }

    // Adds the messages of the turn, sends requests, and runs tool calls until the model answers or
    // the turn stops. Adds to `tally`. Errors become the returned Stop; an exception is thrown only
    // if there is not enough memory to report it.
    struct Turn {
        struct Message {
            model::Message sent;
            std::optional<model::Message> kept
                = {}; // what the session and later turns have in its place; nullopt: the same
        };
        std::vector<Message> messages;
        std::function<std::vector<Message>()> steering
            = {}; // returns messages that arrived in the meantime, for the next request
        bool keeps_partial_text = false;
        // Receives the answer as a tool call instead of text.
        loop::CalledAnswer* called_answer = nullptr;
    };
    loop::Stop turn(Turn turn, loop::Tally& tally);

    // Must be called before another turn. Calls without a result get one, and messages that were
    // sent only for this turn are removed.
    void end_turn();

    // Offers only this tool in the following requests; no tool if the name is empty.
    void offer_only(const std::string& name);

    // Returns the transcript from which the next request continues. After removing messages from
    // it, call invalidate_messages().
    loop::Transcript& transcript() { return *conversation; }
    void invalidate_messages() { model->invalidate_messages(); }

    // Begins a new conversation with the same system message. Server tools that were found and
    // called before stay listed.
    void restart();

    // Applies a changed model name or reasoning effort of the config.
    void take_settings();

    // Applies changed bounds of agents in the config. take_settings() and reconnect() include this.
    void renew_agents();

    // Applies a changed server or context size of the config. The new server gets the same
    // conversation.
    void reconnect();

    // Replaces the messages before the last calls by a summary. Returns a stop with the reason
    // `answered`, or the error.
    loop::Stop compact(loop::Tally& tally);

    // Returns the estimated number of tokens of the next request; tokens_around() returns the part
    // that is not messages.
    double tokens() { return context->tokens(*conversation); }
    double tokens_around() const { return context->tokens_around(); }

private:
    loop::Stop converse_and_save(Turn& turn, loop::Tally& tally);
    void add_messages(loop::Transcript& transcript, std::vector<Turn::Message> messages);
    void begin_turn(Turn& turn);
    std::string reason_to_continue(const std::string& answer, bool has_continued);
    void leave_out_refused(const model::RefusedMessages& error);
    void follow_session();
    void keep_files();
    void note_checkpoints();
    void require_prices() const;
    std::unique_ptr<model::Model> http_model() const;
    std::unique_ptr<model::Model> make_model() const;
    std::unique_ptr<loop::Context> make_context() const;
    void save() const;
    void take_skills(std::vector<calls::ToolSource*>& sources, std::set<std::string>& taken);
    void offer_tools();
    void step_servers();

    const RunConfig& config;
    EngineDependencies by;
    std::unique_ptr<ManifestTools> manifest;
    std::unique_ptr<skills::SkillSource> skill_source;
    std::string skill_index; // for the system message
    std::unique_ptr<tasks::TaskSource> task_source; // null: the list of tasks is not offered
    std::unique_ptr<agent::mcp::ServerSource> servers; // null: none are configured
    bool has_started_servers = false;
    std::unique_ptr<calls::AnswerLimiter> limiter;
    std::unique_ptr<calls::Hooks> hooks; // null if there are none
    std::unique_ptr<calls::Toolbelt> toolbelt;
    std::unique_ptr<loop::StructuredAnswer> structure;
    PromptParts parts; // of the system message
    Json request; // without the messages
    std::vector<const calls::OfferedTool*> offered; // the tools in `request`
    std::optional<std::string> only_tool; // nullopt: all tools are offered
    std::unique_ptr<model::Model> model;
    std::unique_ptr<loop::Transcript> conversation;
    std::unique_ptr<loop::Context> context;
    std::string followed; // the session to which the record of read files belongs
    File saved; // file of --save-messages, if that is given
};

}
