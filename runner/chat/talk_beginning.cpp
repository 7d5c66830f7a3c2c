#include "runner/chat/talk.hpp"

#include "agent/session/session.hpp"
#include "runner/chat/attachments.hpp"
#include "runner/chat/screen_service.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <utility>

namespace runner::chat {

using namespace agent;
using namespace toolkit;

// How a chat begins, and what it tells of what was said before.

// The default server takes nothing without a key.
static bool is_set_up(const start::RunConfig& config)
{
    if (!config.replay.empty())
        return true;
    const bool is_default = config.server.base_url == "https://api.openai.com/v1";
    return !config.chat.model.empty()
        && (!is_default || !config.server.api_key.empty() || !config.server.headers.empty());
}

static std::string latest_session(const std::string& workspace)
{
    for (const auto& entry : session::list_sessions(session::open_session_directory()))
        if (entry.problem.empty() && entry.workspace == workspace)
            return entry.name;
    throw ToolError(Code::not_found, "no chat was held in this directory",
        "'agentcli session list' lists all sessions, and -s NAME continues one");
}

std::optional<double> Talk::price_of(const Json& usage) const
{
    static constexpr double many = 1e6;
    const auto found = prices.find(config.chat.model);
    if (found == prices.end())
        return std::nullopt;
    const auto number
        = [](const Json& value) { return value.is_number() ? value.get<double>() : 0; };
    const double asked = number(json::member(usage, "prompt_tokens"));
    const double cached = std::min(
        asked, number(json::member(json::member(usage, "prompt_tokens_details"), "cached_tokens")));
    const options::Price& price = found->second;
    return ((asked - cached) * price.input + cached * price.cached
               + number(json::member(usage, "completion_tokens")) * price.output)
        / many;
}

void Talk::open(const Beginning& beginning)
{
    prices = beginning.prices;
    keeps_session = beginning.keeps_session;
    if (beginning.continues_latest)
        config.beginning.session = latest_session(workspace);
    if (is_set_up(config))
        open_engine();
}

void Talk::open_engine()
{
    auto made = std::make_unique<start::Engine>(
        config, start::Surroundings {redaction, observer, audit, approver, observer, cancel});
    made->open();
    engine = std::move(made);
    if (auto* session = engine->transcript().kept_in())
        session->add_chat(workspace, config.chat.model);
}

// Empty if none is set up.
std::string Talk::name_of_model() const
{
    if (!engine)
        return {};
    return config.chat.model.empty() ? "of the recording" : config.chat.model;
}

const char* Talk::name_of_approval() const
{
    static constexpr const char* modes[] {"never", "changes", "always"};
    return modes[static_cast<int>(config.approve)];
}

// With the parameters that a line about a call shows.
static Json tools_in_hello(const std::vector<const calls::OfferedTool*>& offered)
{
    Json tools = Json::array();
    for (const auto* tool : offered) {
        tools.push_back({{"name", tool->name}});
        if (const Json& required = json::member(tool->schema, "required"); required.is_array())
            tools.back()["required"] = required;
    }
    return tools;
}

void Talk::greet(const Look& look, bool has_more)
{
    const Json tools = engine ? tools_in_hello(engine->tools()) : Json::array();
    Json fields {{"channel", 1}, {"version", AGENTCLI_VERSION}, {"tools", tools},
        {"model", name_of_model()}, {"contextWindow", config.context_window},
        {"approve", name_of_approval()},
        {"look", look_of_screen(look, workspace, config.shown.reasoning)}};
    if (keeps_session)
        fields["history"] = history.lines();
    if (config.replay.empty() && engine)
        fields["endpoint"] = model::authority(model::parse_url(config.server.base_url));
    if (const std::string name = session_name(); !name.empty())
        fields["session"] = name;
    if (has_more)
        fields["hasMore"] = true;
    channel.event("hello", fields);
}

void Talk::tell_meters()
{
    Json fields {{"model", name_of_model()}, {"approve", name_of_approval()},
        {"session", session_name()}, {"contextWindow", config.context_window}};
    if (engine && turns.total().counted().is_null())
        fields["contextTokens"] = static_cast<std::uint64_t>(engine->tokens());
    channel.event("meters", fields);
}

static bool is_prompt(const Json& messages, std::size_t at)
{
    const auto role
        = [&](std::size_t index) { return json::string_member(messages[index], "role"); };
    return role(at) == "user" && (at == 0 || (role(at - 1) != "user" && role(at - 1) != "tool"));
}

bool Talk::has_past() const
{
    if (!engine)
        return false;
    const Json& messages = engine->transcript().messages();
    return std::any_of(messages.begin(), messages.end(),
        [](const Json& message) { return json::string_member(message, "role") == "user"; });
}

// The last three turns, and how many messages precede them.
void Talk::tell_past()
{
    static constexpr int told_turns = 3;
    const Json& messages = engine->transcript().messages();
    std::size_t first = messages.size();
    for (int count = 0; first > 0 && count < told_turns;)
        count += is_prompt(messages, --first) ? 1 : 0;
    if (!has_past())
        return;
    for (std::size_t at = first; at < messages.size(); ++at) {
        const std::string role = json::string_member(messages[at], "role");
        const std::string text = model::text_of(messages[at]);
        if (is_attachment(messages[at]))
            continue;
        if (role == "user")
            channel.event("said", {{"state", "delivered"}, {"text", text}, {"past", true}});
        else if (role == "assistant" && !text.empty())
            channel.event("message", {{"message", messages[at]}, {"past", true}});
    }
    observer.note("the session goes on"
        + (first > 1 ? "; " + std::to_string(first) + " earlier messages are not shown"
                     : std::string()));
}

}
