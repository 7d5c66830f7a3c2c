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

// Who stands by while an engine works: the front end's.
struct EngineDependencies {
    const redaction::Redaction& redaction;
    model::Trace& trace;
    audit::Audit& audit;
    calls::Approver& approver;
    loop::Observer& observer;
    system::Cancel& cancel;
};

// A conversation with a model and its tools, a turn at a time. It knows nothing of a command line,
// and touches neither stdin nor stdout: every front end hands in what it hears and asks by.
class Engine {
public:
    // Chooses the tools of the manifest, and adds those of `more`. All have to outlive it. Throws
    // BAD_REQUEST and its kin, also for a tool that has the name of one in the manifest.
    Engine(const RunConfig& config, const EngineDependencies& by,
        const std::vector<calls::ToolSource*>& more = {});
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    std::vector<const calls::OfferedTool*> tools() const { return toolbelt->tools(); }
    calls::Toolbelt& calls() { return *toolbelt; }

    // True if the model is offered the tool `skill`.
    bool reads_skills() const { return skill_source != nullptr; }

    // The steps by which changes of its calls can be undone, in the order of the calls.
    const std::vector<agent::steps::NotedStep>& steps() const { return manifest->source().steps(); }

    // Sets the steps that the conversation has made before this process, the oldest first.
    void recall_steps(std::vector<agent::steps::NotedStep> earlier)
    {
        manifest->source().recall_steps(std::move(earlier));
    }

    // After open(): starts the MCP servers that are not known yet, and those that are required. The
    // first turn does it if nobody has. Throws IO_ERROR if a required one can't be started, and
    // INTERNAL "interrupted".
    void start_servers();

    // Waits until a client has sent a message or the process is asked to end. Meanwhile sign-ins at
    // MCP servers continue, and servers start. May return earlier.
    void wait_for_anything();

    // Null if none are configured.
    const agent::mcp::ServerSource* mcp_servers() const { return servers.get(); }
    agent::mcp::ServerSource* mcp_servers() { return servers.get(); }

    // Returns how the conversation begins, with the index of the skills that are offered.
    BeginningConfig beginning() const;

    // What is asked before the messages, as it would be sent with these.
    Json request_with(const model::Messages& messages) const;

    // Returns what the conversation begins with, and keeps the parts of its system message. Throws
    // what begin_transcript() and system_parts() throw.
    loop::Transcript begin();

    // Opens the model and the conversation, before the first turn. Throws likewise.
    void open();

    // Returns the parts of the system message that begin() and start_servers() have composed.
    const PromptParts& prompt_parts() const { return parts; }

    // Adds the messages, asks, and runs tools until there is an answer, or a reason why there is
    // none. `tally` counts from then on. Throws nothing but what the memory is too short for.
    struct Turn {
        struct Message {
            model::Message sent;
            std::optional<model::Message> kept
                = {}; // what the session and later turns have in its place; nullopt: the same
        };
        std::vector<Message> messages;
        std::function<std::vector<Message>()> steering
            = {}; // messages that have come meanwhile, for the next request
        bool keeps_partial_text = false;
        loop::CalledAnswer* called_answer = nullptr; // in place of a text
    };
    loop::Stop turn(Turn turn, loop::Tally& tally);

    // To be called when another turn may follow: calls without a result get one, and what was sent
    // for this turn alone goes.
    void end_turn();

    // The next requests offer this tool alone; an empty name: no tool.
    void offer_only(const std::string& name);

    // What the next request continues from. Whoever takes from it forgets the messages.
    loop::Transcript& transcript() { return *conversation; }
    void invalidate_messages() { model->invalidate_messages(); }

    // Begins a new conversation after the same system message. It lists the server tools that were
    // found and called before.
    void restart();

    // The name of the model or its reasoning effort have changed in the config.
    void take_settings();

    // What agents may do has changed in the config; the functions above and below do this, too.
    void renew_agents();

    // So have the server and the size of its context: another one is asked the same conversation.
    void reconnect();

    // A summary takes the place of what was said before the last calls.
    loop::Stop compact(loop::Tally& tally);

    // About how many tokens the next request has, and how many of them are not messages.
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
    std::unique_ptr<tasks::TaskSource> task_source; // null: no list of tasks is offered
    std::unique_ptr<agent::mcp::ServerSource> servers; // null: none are configured
    bool has_started_servers = false;
    std::unique_ptr<calls::AnswerLimiter> limiter;
    std::unique_ptr<calls::Hooks> hooks; // null: there are none
    std::unique_ptr<calls::Toolbelt> toolbelt;
    std::unique_ptr<loop::StructuredAnswer> structure;
    PromptParts parts; // of the system message
    Json request; // without the messages
    std::vector<const calls::OfferedTool*> offered; // in it
    std::optional<std::string> only_tool; // that is offered; nullopt: all are
    std::unique_ptr<model::Model> model;
    std::unique_ptr<loop::Transcript> conversation;
    std::unique_ptr<loop::Context> context;
    std::string followed; // the session to which the record of files belongs
    File saved; // what --save-messages names, if that is given
};

}
