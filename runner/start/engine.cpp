#include "runner/start/engine.hpp"

#include "agent/model/record.hpp"
#include "agent/model/redacting.hpp"
#include "agent/model/replay.hpp"
#include "runner/start/ending.hpp"
#include "runner/start/open_transcript.hpp"
#include "runner/start/tool_choice.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

Endpoint endpoint_of(const ServerConfig& config, Trace& trace)
{
    const Url url = parse_url(config.base_url);
    const auto has_key = [](const std::string& header) {
        return in_lower_case(header.substr(0, header.find(':'))) == "authorization";
    };
    if (url.host == "api.openai.com" && config.api_key.empty()
        && std::none_of(config.headers.begin(), config.headers.end(), has_key))
        throw ToolError(Code::bad_request, "there is no key for " + authority(url) + ", so nothing was sent",
            "OAI_API_KEY sets it; OAI_BASE_URL or --base-url names another endpoint");
    if (!config.verify)
        trace.note(
            "--no-verify: the server's certificate is not checked: whoever is in between can read and change "
            "everything");
    return {{url, proxy_of(url), config.ca_file, config.verify ? Verify::on : Verify::off}, config.headers,
        config.api_key, config.timeout, config.retries};
}

const std::string& named_model(const std::string& name)
{
    if (name.empty())
        throw ToolError(Code::bad_request, "no model is named, so nothing was sent",
            "--model NAME, OAI_MODEL or a profile names it");
    return name;
}

static std::unique_ptr<StructuredAnswer> find_structure(const RunConfig& config)
{
    if (!config.output_schema.is_null())
        return std::make_unique<StructuredAnswer>(config.output_schema);
    if (config.output_schema_file.empty())
        return {};
    return std::make_unique<StructuredAnswer>(read_output_schema(config.output_schema_file));
}

static void refuse_names(const std::vector<ToolSource*>& sources, const std::vector<std::string>& taken)
{
    for (const ToolSource* source : sources)
        for (const OfferedTool* tool : source->tools())
            if (contains(taken, tool->name))
                throw ToolError(Code::bad_request,
                    "the manifest has a tool " + in_quotes(tool->name) + " already",
                    "give the other one another name");
}

Engine::Engine(const RunConfig& config, const Surroundings& by, const std::vector<ToolSource*>& more)
    : config(config)
    , by(by)
{
    ManifestChoice choice = choose_tools(config.tools);
    if (!choice.note.empty())
        by.trace.note(choice.note);
    protection = std::make_unique<Protection>(std::move(choice.obeyed), by.cancel);
    manifest = std::make_unique<ManifestSource>(
        std::move(choice.tools), config.tool_timeout, *protection, by.redaction);
    refuse_names(more, choice.names);
    std::vector<ToolSource*> sources {manifest.get()};
    sources.insert(sources.end(), more.begin(), more.end());
    toolbelt = std::make_unique<Toolbelt>(
        std::move(sources), Supervision {by.audit, by.approver, by.cancel, by.redaction});
    structure = find_structure(config);
    if (config.replay.empty()) // a recording needs none
        named_model(config.chat.model);
    request = chat_request(config.chat, specs_of(toolbelt->tools()));
}

Engine::~Engine() = default;

Json Engine::request_with(const Json& messages) const
{
    Json whole = request;
    if (structure && toolbelt->tools().empty())
        whole["response_format"] = structure->response_format();
    whole["messages"] = messages;
    return whole;
}

std::unique_ptr<Model> Engine::make_model() const
{
    std::unique_ptr<Model> made;
    if (!config.replay.empty())
        made = std::make_unique<Replay>(config.replay, by.redaction, by.trace);
    else
        made
            = std::make_unique<HttpModel>(endpoint_of(config.server, by.trace), request, by.trace, by.cancel);
    if (config.redact_model)
        made = std::make_unique<Redacting>(std::move(made), by.redaction);
    if (!config.record.empty())
        made = std::make_unique<Record>(std::move(made), config.record, by.redaction);
    return made;
}

// The file of the messages keeps what it has until there is something to save: it may have been loaded.
void Engine::open()
{
    model = make_model();
    conversation = std::make_unique<Transcript>(begin_transcript(config.beginning, by.redaction, by.trace));
    if (!config.save_messages.empty())
        saved = open_named_file(config.save_messages, "the messages to", 0);
    context = std::make_unique<Context>(
        config.context_window, config.context_window == 0 ? "" : request.dump(), &by.cancel, &by.redaction);
}

void Engine::save() const
{
    if (saved)
        conversation->save(saved, config.save_messages, by.redaction);
}

static void add_messages(Transcript& transcript, std::vector<Engine::Turn::Message> messages)
{
    for (auto& message : messages)
        if (message.kept.is_null())
            transcript.add(std::move(message.sent));
        else
            transcript.add_for_turn(std::move(message.sent), std::move(message.kept));
}

// The messages are worth having also if the conversation fails.
Stop Engine::converse_and_save(Turn& turn, Tally& tally)
{
    const TurnLimits& limits = config.limits;
    Task task {config.shown, limits.steps, limits.calls, limits.repeats, limits.tokens, structure.get(), {},
        turn.keeps_partial_text};
    if (turn.steering)
        task.steering = [&](Transcript& transcript) { add_messages(transcript, turn.steering()); };
    try {
        add_messages(*conversation, std::move(turn.messages));
        Stop stop
            = converse(task, *conversation, {*model, *toolbelt, by.observer, *context, tally, by.cancel});
        save();
        return stop;
    } catch (...) {
        save();
        throw;
    }
}

void Engine::end_turn()
{
    if (conversation->end_turn())
        model->forget_messages();
}

Stop Engine::turn(Turn turn, Tally& tally)
{
    try {
        return converse_and_save(turn, tally);
    } catch (const ToolError& error) {
        return stop_of(error, Reason::failed, config.limits.time, by.cancel);
    } catch (const std::exception& error) {
        return stop_of(error);
    }
}
