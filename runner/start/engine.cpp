#include "runner/start/engine.hpp"

#include "agent/model/record.hpp"
#include "agent/model/redacting.hpp"
#include "agent/model/replay.hpp"
#include "runner/start/beginning.hpp"
#include "runner/start/ending.hpp"
#include "runner/start/tool_choice.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/lower_case.hpp"

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

Engine::Engine(const RunConfig& config, const Surroundings& by)
    : config(config)
    , by(by)
{
    ManifestChoice choice = choose_tools(config.tools);
    if (!choice.note.empty())
        by.trace.note(choice.note);
    protection = std::make_unique<Protection>(std::move(choice.obeyed), by.cancel);
    manifest = std::make_unique<ManifestSource>(
        std::move(choice.tools), config.tool_timeout, *protection, by.redaction);
    toolbelt = std::make_unique<Toolbelt>(std::vector<ToolSource*> {manifest.get()},
        Supervision {by.audit, by.approver, by.cancel, by.redaction});
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

// The messages are worth having also if the conversation fails.
Stop Engine::converse_and_save(Turn& turn, Tally& tally)
{
    const TurnLimits& limits = config.limits;
    const Task task {config.shown, limits.steps, limits.calls, limits.repeats, limits.tokens, structure.get(),
        std::move(turn.steering), turn.keeps_partial_text};
    try {
        for (auto& message : turn.messages)
            conversation->add(std::move(message));
        Stop stop
            = converse(task, *conversation, {*model, *toolbelt, by.observer, *context, tally, by.cancel});
        save();
        return stop;
    } catch (...) {
        save();
        throw;
    }
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
