#include "runner/start/engine.hpp"

#include "agent/calls/audit_entry.hpp"
#include "agent/model/adapted_request.hpp"
#include "agent/model/record.hpp"
#include "agent/model/redacting.hpp"
#include "agent/model/replay.hpp"
#include "agent/tasks/task_list.hpp"
#include "runner/start/ending.hpp"
#include "runner/start/open_transcript.hpp"
#include "runner/start/run_skills.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace runner::start {

using namespace agent;
using namespace toolkit;

static std::unique_ptr<loop::StructuredAnswer> find_structure(
    const RunConfig& config, const redaction::Redaction& redaction)
{
    if (!config.output_schema.is_null())
        return std::make_unique<loop::StructuredAnswer>(config.output_schema, redaction);
    if (config.output_schema_file.empty())
        return {};
    return std::make_unique<loop::StructuredAnswer>(
        loop::read_output_schema(config.output_schema_file), redaction);
}

static std::set<std::string> names_of(
    const std::vector<calls::ToolSource*>& sources, const std::vector<std::string>& others)
{
    std::set<std::string> names(others.begin(), others.end());
    for (const calls::ToolSource* source : sources)
        for (const calls::OfferedTool* tool : source->tools())
            names.insert(tool->name);
    return names;
}

static void refuse_names(
    const std::vector<calls::ToolSource*>& sources, const std::vector<std::string>& taken)
{
    for (const calls::ToolSource* source : sources)
        for (const calls::OfferedTool* tool : source->tools())
            if (text::contains(taken, tool->name))
                throw ToolError(Code::bad_request,
                    "the manifest has a tool " + text::in_quotes(tool->name) + " already",
                    "give the other one another name");
}

Engine::Engine(const RunConfig& config, const EngineDependencies& by,
    const std::vector<calls::ToolSource*>& more)
    : config(config)
    , by(by)
{
    const auto note = [&trace = by.trace](std::string_view text) { trace.note(text); };
    const auto note_once
        = [&trace = by.trace](std::string_view text) { trace.note_once(std::string(text)); };
    manifest::ToolSelection wanted = tools_of(config);
    wanted.has_servers = wanted.has_servers || !config.servers.empty();
    manifest = std::make_unique<ManifestTools>(wanted, config.tool_timeout,
        ManifestTools::Dependencies {.redaction = by.redaction,
            .audit = by.audit,
            .cancel = by.cancel,
            .note = note_once,
            .unread = config.unread,
            .limits = config.answer_limits});
    refuse_names(more, manifest->names());
    std::vector<calls::ToolSource*> sources {&manifest->source()};
    sources.insert(sources.end(), more.begin(), more.end());
    std::set<std::string> taken = names_of(more, manifest->names());
    take_skills(sources, taken);
    if (config.offers_tasks && (!names_of(sources, {}).empty() || !config.servers.empty())
        && taken.insert(tasks::task_tool_name).second) {
        task_source = std::make_unique<tasks::TaskSource>();
        sources.push_back(task_source.get());
    }
    if (!config.servers.empty()) {
        auto settings = settings_of_servers(config, std::move(taken));
        settings.may_search = config.tools.only.empty(); // no explicit choice
        servers = std::make_unique<agent::mcp::ServerSource>(config.servers, std::move(settings),
            agent::mcp::ServerSource::Dependencies {by.redaction, by.audit, note});
        sources.push_back(servers.get());
    }
    limiter = std::make_unique<calls::AnswerLimiter>(config.answer_limits, ".");
    hooks = make_hooks(config.hooks, {config.tools, by.audit.run_name(), by.redaction, note_once});
    toolbelt = std::make_unique<calls::Toolbelt>(std::move(sources),
        calls::CallDependencies {by.audit, by.approver, by.cancel, by.redaction, limiter.get(),
            hooks.get(),
            [&observer = by.observer](const std::string& text) { observer.note(text); }});
    structure = find_structure(config, by.redaction);
    if (config.replay.empty()) // a recording needs none
        named_model(config.chat.model);
    offer_tools();
}

// Adds the skills, if the tool for them is available; otherwise there is no index either.
void Engine::take_skills(std::vector<calls::ToolSource*>& sources, std::set<std::string>& taken)
{
    if (!config.offers_skills)
        return;
    SkillsOfRun found = skills_of_run(config.tools, taken);
    for (const auto& note : found.notes)
        by.trace.note_once(note);
    skill_source = std::move(found.source);
    skill_index = std::move(found.index);
    if (!skill_source)
        return;
    sources.push_back(skill_source.get());
    taken.insert(skills::skill_tool_name);
}

BeginningConfig Engine::beginning() const
{
    BeginningConfig beginning = config.beginning;
    beginning.skills = skill_index;
    return beginning;
}

void Engine::offer_tools()
{
    offered = toolbelt->tools();
    if (only_tool)
        std::erase_if(offered, [&](const auto* tool) { return tool->name != *only_tool; });
    request = model::chat_request(config.chat, calls::specs_of(offered));
    if (!model)
        return;
    model->offer_tools(request.contains("tools") ? request["tools"] : Json());
    context->set_around(request.dump());
}

void Engine::offer_only(const std::string& name)
{
    only_tool = name;
    offer_tools();
}

void Engine::start_servers()
{
    if (!servers || has_started_servers)
        return;
    constexpr std::chrono::milliseconds usual_wait {1500};
    if (config.waits_for_servers)
        servers->start(by.cancel);
    else
        servers->start(by.cancel, usual_wait);
    has_started_servers = true;
    for (const std::string& said : servers->instructions()) {
        conversation->add_to_system(said);
        parts.push_back({"instructions of a server", said});
    }
    if (toolbelt->tools() != offered)
        offer_tools();
}

void Engine::wait_for_anything()
{
    if (servers && has_started_servers)
        servers->step();
    if (!servers || !servers->is_preparing())
        return by.cancel.wait_for_anything();
    system::Watch watch;
    servers->watch(watch);
    watch.readable(by.cancel.descriptor());
    watch.wait();
}

// Called between two requests: a server may have started or changed its list.
void Engine::step_servers()
{
    note_checkpoints();
    if (!servers)
        return;
    servers->step();
    if (context->take_summarised())
        servers->list_used();
    if (toolbelt->tools() != offered)
        offer_tools();
}

Json Engine::request_with(const model::Messages& messages) const
{
    Json whole = request;
    if (structure && toolbelt->tools().empty())
        whole["response_format"] = structure->response_format();
    return model::first_request(std::move(whole), messages, config.server.api);
}

std::unique_ptr<model::Model> Engine::http_model() const
{
    model::Server server = server_of(config.server, by.trace);
    server.fallback = config.chat.fallback;
    return std::make_unique<model::HttpModel>(std::move(server),
        config.redact_model ? by.redaction.redact_json(request) : request, by.trace, by.cancel);
}

std::unique_ptr<model::Model> Engine::make_model() const
{
    std::unique_ptr<model::Model> made;
    if (config.make_model)
        made = config.make_model();
    else if (!config.replay.empty())
        made = std::make_unique<model::Replay>(config.replay, by.redaction, by.trace);
    else
        made = http_model();
    if (config.redact_model)
        made = std::make_unique<model::Redacting>(std::move(made), by.redaction);
    if (!config.record.empty())
        made = std::make_unique<model::Record>(std::move(made), config.record, by.redaction);
    return made;
}

// Throws if a cost limit is set and the price of a model that may be used is missing.
void Engine::require_prices() const
{
    if (config.limits.cost == 0)
        return;
    for (const std::string& name : {config.chat.model, config.chat.fallback})
        if (!config.prices.contains(name) && (!name.empty() || name == config.chat.model))
            throw ToolError(Code::bad_request,
                "a limit of the cost needs the price of "
                    + (name.empty() ? "the model" : "the model " + text::in_quotes(name))
                    + ", so nothing was sent",
                "\"prices\": {\"" + text::printable(name.empty() ? "MODEL" : name)
                    + "\": {\"input\": N, \"output\": N}} in the config of the user, for a "
                      "million tokens");
}

std::unique_ptr<loop::Context> Engine::make_context() const
{
    return std::make_unique<loop::Context>(
        config.context_window, request.dump(), &by.cancel, &by.redaction);
}

loop::Transcript Engine::begin()
{
    parts = system_parts(beginning(), offered, by.trace);
    loop::Transcript begun
        = begin_transcript(config.beginning, text_of(parts), by.redaction, by.trace);
    if (config.shown.reasoning && !parts.empty())
        by.trace.note("system message: " + described(parts, begun.system_text()));
    return begun;
}

// The file of --save-messages keeps its content until there is something to save, because it may be
// the file that was loaded.
void Engine::open()
{
    require_prices();
    model = make_model();
    conversation = std::make_unique<loop::Transcript>(begin());
    if (!config.save_messages.empty())
        saved = system::open_named_file(config.save_messages, "the messages to", 0);
    context = make_context();
}

void Engine::save() const
{
    if (saved)
        conversation->save(saved, config.save_messages, by.redaction);
}

void Engine::add_messages(loop::Transcript& transcript, std::vector<Turn::Message> messages)
{
    if (!messages.empty())
        transcript.answer_open_calls();
    for (auto& message : messages) {
        for (const auto& image : model::images_of(message.sent))
            by.audit.add_image(calls::audit_facts_of(*image));
        if (message.kept)
            transcript.add_for_turn(std::move(message.sent), *std::move(message.kept));
        else
            transcript.add(std::move(message.sent));
    }
}

// Keeps the messages in the conversation if a server does not start or the start is interrupted.
void Engine::begin_turn(Turn& turn)
{
    try {
        start_servers();
    } catch (const ToolError&) {
        add_messages(*conversation, std::move(turn.messages));
        throw;
    }
    add_messages(*conversation, std::move(turn.messages));
}

// Loads the record of read files of a resumed session, or stores the record in a new session.
void Engine::follow_session()
{
    session::Session* const session = conversation->kept_in();
    const std::string name = session != nullptr ? session->known_as() : "";
    const bool is_another = std::exchange(followed, name) != name;
    if (session == nullptr)
        return;
    calls::FileRecord& files = *manifest->source().file_record();
    if (const auto past = session->take_past_files(); !past.empty())
        files.begin_with(past);
    else if (is_another)
        files.note_all();
}

// Notes a failure: later turns then have to read the files again.
void Engine::keep_files()
try {
    note_checkpoints();
    const Json noted = manifest->source().file_record()->take_noted();
    if (const session::Session* const session = conversation->kept_in();
        session != nullptr && !noted.empty())
        session->add_files(noted);
} catch (const ToolError& error) {
    by.trace.note("the session does not keep which files were read: " + error.message);
}

void Engine::note_checkpoints()
{
    if (const std::string note = manifest->source().take_checkpoint_note(); !note.empty())
        by.observer.note(note);
}

// Removes the refused messages, because each later request with them would be refused as well.
void Engine::leave_out_refused(const model::RefusedMessages& error)
{
    conversation->drop_unanswered(error.message);
    model->invalidate_messages();
    if (conversation->kept_in() != nullptr)
        by.trace.note("the session goes on without what the server refuses");
}

// Returns the JSON of the messages at the end of the next request.
static std::string last_messages(const loop::CalledAnswer& answer, const model::Messages& messages)
{
    Json list = Json::array();
    for (const auto& message : answer.last_messages(messages))
        list.push_back(model::message_json(message));
    return list.dump();
}

// Returns the message of a hook that continues the turn; empty if no hook does.
std::string Engine::reason_to_continue(const std::string& answer, bool has_continued)
{
    const calls::HookVerdict verdict = hooks->on_stop(answer, has_continued, by.cancel);
    if (!verdict.records.empty())
        by.audit.write_hooks(verdict.records);
    if (!verdict.records.empty() && by.cancel.reason() == system::Cancel::Reason::deadline) {
        by.observer.note("the time is over before the hooks for the end of the turn have ended: "
                         "the answer stays");
        return {};
    }
    for (const std::string& failure : verdict.failures)
        by.observer.note("the hook " + failure);
    if (verdict.denied_by.empty())
        return {};
    const std::string name = text::in_quotes(verdict.denied_by);
    by.observer.note("the hook " + name
        + (has_continued ? " wants to continue the turn again, and can only once"
                         : " continues the turn"));
    return "The hook " + name + " of the operator continues this turn: "
        + (verdict.reason.empty() ? "the work is not finished" : verdict.reason);
}

// Saves the messages also if the conversation fails.
loop::Stop Engine::converse_and_save(Turn& turn, loop::Tally& tally)
{
    const TurnLimits& limits = config.limits;
    loop::Task task {config.shown, limits.steps, limits.calls, limits.repeats, limits.tokens,
        structure.get(), limits.spent, {}, turn.keeps_partial_text, limits.counts_requests,
        turn.called_answer, limits.cost};
    task.steering = [&](loop::Transcript& transcript) {
        step_servers();
        if (turn.steering)
            add_messages(transcript, turn.steering());
        if (turn.called_answer != nullptr) // they have to fit, and are never shortened
            context->set_around(
                request.dump() + last_messages(*turn.called_answer, transcript.messages()));
    };
    tally.set_prices(config.prices, config.chat.model);
    if (hooks)
        task.on_stop = [this](const std::string& answer, bool has_continued) {
            return reason_to_continue(answer, has_continued);
        };
    try {
        require_prices();
        if (!config.chat.fallback.empty()) // an earlier turn may have switched to it
            model->change_request({{"model", config.chat.model}});
        follow_session();
        conversation->mark_answered();
        begin_turn(turn);
        loop::Stop stop = loop::converse(
            task, *conversation, {*model, *toolbelt, by.observer, *context, tally, by.cancel});
        keep_files();
        save();
        return stop;
    } catch (const model::RefusedMessages& error) {
        leave_out_refused(error);
        keep_files();
        save();
        throw;
    } catch (...) {
        keep_files();
        save();
        throw;
    }
}

void Engine::restart()
{
    conversation->restart();
    invalidate_messages();
    if (servers)
        servers->list_used();
    if (toolbelt->tools() != offered)
        offer_tools();
}

void Engine::renew_agents() { manifest->renew_agents(tools_of(config)); }

void Engine::take_settings()
{
    renew_agents();
    offer_tools();
    const std::string& effort = config.chat.reasoning_effort;
    model->change_request({{"model", config.chat.model},
        {"reasoning_effort", effort.empty() ? Json() : Json(effort)}});
}

void Engine::reconnect()
{
    renew_agents();
    offer_tools();
    model = make_model();
    context = make_context();
}

loop::Stop Engine::compact(loop::Tally& tally)
{
    tally.set_prices(config.prices, config.chat.model);
    try {
        context->compact(*conversation, *model, by.observer, tally);
        return {loop::Reason::answered};
    } catch (const ToolError& error) {
        return stop_of(error, loop::Reason::failed, config.limits.time, by.cancel);
    }
}

void Engine::end_turn()
{
    if (conversation->end_turn())
        model->invalidate_messages();
}

loop::Stop Engine::turn(Turn turn, loop::Tally& tally)
{
    try {
        return converse_and_save(turn, tally);
    } catch (const ToolError& error) {
        return stop_of(error, loop::Reason::failed, config.limits.time, by.cancel);
    } catch (const std::exception& error) {
        return stop_of(error);
    }
}

}
