#include "frontends/mcp/offered_tools.hpp"
#include "frontends/mcp/mcp_options.hpp"

#include "frontends/mcp/gateway.hpp"
#include "frontends/mcp/instructions.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "runner/start/other_servers.hpp"
#include "runner/start/run_config.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/mcp/listed_tool.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace frontends::mcp {

using namespace runner;

static std::string instructions_for(
    const options::Options& options, const calls::ManifestSource& source)
{
    constexpr std::size_t max_instructions = 64 << 10;
    if (options.own.of<McpOptions>().instructions.empty())
        return instructions_of(source);
    const std::string text = system::read_named_file(options.own.of<McpOptions>().instructions,
        "the instructions", max_instructions, system::LinksOut::refused);
    if (!text::is_utf8(text))
        throw ToolError(Code::bad_request,
            text::in_quotes(options.own.of<McpOptions>().instructions) + " is not UTF-8");
    return std::string(text::stripped(text));
}

OfferedTools::OfferedTools(const options::Options& options,
    const start::ManifestTools::Dependencies& by,
    const std::vector<agent::mcp::ServerEntry>& servers,
    std::shared_ptr<agent::mcp::QuestionPrompter> prompter)
    : options(options)
    , by(by)
    , has_servers(!servers.empty())
    , current(read())
{
    if (has_servers)
        start_servers(servers, std::move(prompter));
}

// Names of the manifest take precedence.
void OfferedTools::start_servers(const std::vector<agent::mcp::ServerEntry>& entries,
    std::shared_ptr<agent::mcp::QuestionPrompter> prompter)
{
    constexpr auto max_wait = std::chrono::seconds(10); // clients wait for 30 to 60
    start::RunConfig config;
    config.tools = manifest::tool_selection_of(options);
    config.shown.reasoning = options.verbose;
    config.prompter = std::move(prompter);
    config.answer_limits.bytes = options.max_result_bytes;
    const auto& names = current->names();
    auto settings = start::settings_of_servers(config, {names.begin(), names.end()});
    settings.passes_results = true;
    settings.may_search = options.own.of<McpOptions>().searches_tools;
    servers = std::make_unique<agent::mcp::ServerSource>(entries, std::move(settings),
        agent::mcp::ServerSource::Dependencies {by.redaction, by.audit, by.note});
    servers->start(by.cancel, max_wait);
}

std::unique_ptr<start::ManifestTools> OfferedTools::read() const
{
    manifest::ToolSelection wanted = manifest::tool_selection_of(options);
    wanted.has_servers = options.own.of<McpOptions>().with_servers;
    auto tools = std::make_unique<start::ManifestTools>(wanted, options.timeout, by);
    if (tools->source().tools().empty() && !has_servers)
        throw ToolError(Code::bad_request, "there are no tools to offer",
            "--tools FILE names a manifest; 'agentcli trust' has ./tools.json used from now on");
    return tools;
}

// Over HTTP, clients ignore tools whose schema has invalid header annotations.
static void require_fit_headers(const Json& listed)
{
    try {
        toolkit::mcp::header_parameters(listed.at("inputSchema"));
    } catch (const ToolError& error) {
        throw ToolError(error.code,
            "the schema of " + text::in_quotes(listed.at("name").get<std::string>()) + ": "
                + error.message,
            error.hint);
    }
}

// Redacts descriptions if `redaction` is not null, but not names, with which clients call the
// tools.
static Json list_of(const calls::ManifestSource& source, const redaction::Redaction* redaction)
{
    Json list = Json::array();
    for (const calls::OfferedTool* tool : source.tools()) {
        Json entry {{"description", tool->description}, {"schema", tool->schema}};
        if (redaction != nullptr)
            entry = redaction->redact_json(entry);
        entry["name"] = tool->name;
        if (!tool->effects.is_null())
            entry["effects"] = tool->effects;
        if (!tool->answer_schema.is_null())
            entry["answerSchema"] = tool->answer_schema;
        list.push_back(toolkit::mcp::listed_tool(entry));
        require_fit_headers(list.back());
    }
    return list;
}

Offer OfferedTools::offer_of(start::ManifestTools& tools)
{
    calls::ManifestSource& source = tools.source();
    const redaction::Redaction* const redaction = options.redact_model ? &by.redaction : nullptr;
    Offer offer {{&source}, list_of(source, redaction), instructions_for(options, source)};
    if (servers) {
        offer.sources.push_back(servers.get());
        of_servers = servers->tools();
        list_tools_of_servers(offer.list, of_servers, redaction);
        for (const std::string& said : servers->instructions())
            offer.instructions += "\n\n" + said;
    }
    if (redaction != nullptr)
        offer.instructions = redaction->redact(offer.instructions);
    return offer;
}

Offer OfferedTools::reload()
{
    auto next = read();
    Offer offer = offer_of(*next);
    next->source().take_over(current->source());
    old.push_back(std::exchange(current, std::move(next)));
    return offer;
}

void OfferedTools::watch(system::Watch& watch) const
{
    current->source().watch(watch);
    for (const auto& tools : old)
        tools->source().watch(watch);
    if (servers)
        servers->watch(watch);
}

void OfferedTools::step(const std::function<void(Offer offer)>& changed)
{
    current->source().step();
    for (const auto& tools : old)
        tools->source().step();
    if (!servers)
        return;
    servers->step();
    if (servers->tools() != of_servers)
        changed(offer());
}

void OfferedTools::discard_old(const std::function<bool(const calls::ManifestSource&)>& is_used)
{
    std::erase_if(old, [&](const auto& tools) { return !is_used(tools->source()); });
}

}
