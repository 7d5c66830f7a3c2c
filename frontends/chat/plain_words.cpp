#include "frontends/chat/plain_words.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/terminal_text.hpp"

namespace frontends::chat {

using namespace toolkit;

static constexpr std::size_t max_digest = 60;

std::string message_line(const Json& fields)
{
    return fields.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string strict(const std::string& text)
{
    return text::for_decision(text::shortened(text, 200));
}

std::string string_at(const Json& event, const char* name)
{
    return json::string_member(event, name);
}

std::string digest_of(const Json& event)
{
    Json arguments = json::member(event, "arguments");
    try {
        if (arguments.is_string())
            arguments = json::parse_bounded(arguments.get<std::string>());
    } catch (const ToolError&) {
        return {};
    }
    std::string digest;
    if (arguments.is_object())
        for (const auto& [name, value] : arguments.items())
            if (!value.is_structured() || value.is_array())
                digest += " " + (value.is_string() ? value.get<std::string>() : value.dump());
    digest = text::shortened(digest.substr(0, digest.find('\n')), max_digest);
    return text::for_decision(digest);
}

static std::string number_of_tools(std::size_t count)
{
    return std::to_string(count) + (count == 1 ? " tool" : " tools");
}

std::string greeting_of(const Json& event)
{
    const std::string model = string_at(event, "model");
    std::string line = "agentcli " + strict(string_at(event, "version"));
    if (!model.empty())
        line += ", model " + strict(model);
    if (const std::string endpoint = string_at(event, "endpoint"); !endpoint.empty())
        line += " at " + strict(endpoint);
    line += ", " + number_of_tools(json::member(event, "tools").size()) + ", approve "
        + strict(string_at(event, "approve"));
    if (const std::string session = string_at(event, "session"); !session.empty())
        line += ", session " + strict(session);
    line += "\nnote: /help lists the commands, Ctrl-C interrupts, Ctrl-D ends";
    return line;
}

std::string heading_of(const Json& event)
{
    std::string line = "question: may " + strict(string_at(event, "tool"));
    const Json& place = json::member(event, "of");
    const Json& count = json::member(event, "count");
    if (place.is_number_unsigned() && count.is_number_unsigned() && count > 1)
        line += " (" + place.dump() + " of " + count.dump() + ")";
    line += " run? It " + effects_in(event);
    if (event.value("edited", false))
        line += "; as you have edited it";
    if (event.value("changed", false))
        line += "; this has changed while you read it";
    return line + "\n";
}

std::string effects_in(const Json& event)
{
    const Json& effects = json::member(event, "effects");
    std::string words;
    const auto add
        = [&](const char* what) { words += (words.empty() ? "" : ", ") + std::string(what); };
    if (json::member(event, "changesFiles") == true)
        add("may change files");
    if (json::member(effects, "programs") == true)
        add("runs programs");
    if (const std::string network = json::string_member(effects, "network"); !network.empty())
        add(("network " + strict(network)).c_str());
    if (!effects.is_object() && words.empty())
        return "says nothing of what it can do";
    return words.empty() ? "changes nothing" : words;
}

}
