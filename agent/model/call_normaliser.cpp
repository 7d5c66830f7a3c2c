#include "agent/model/call_normaliser.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace agent::model {

using namespace toolkit;

static constexpr std::size_t max_repeated = 2000;

bool is_json_object(const std::string& text)
{
    if (text.size() > max_arguments)
        return false;
    try {
        return json::parse_bounded(text).is_object();
    } catch (const ToolError&) {
        return false;
    }
}

std::string_view bare_name(std::string_view given)
{
    static constexpr std::array<std::string_view, 3> prefixes {
        "functions.", "default_api.", "default_api:"}; // harmony and Gemini
    std::string_view name = text::stripped(given.substr(0, given.find("<|")));
    while (name.size() > 1 && name.front() == name.back() && text::is_one_of(name.front(), "\"'`"))
        name = text::stripped(name.substr(1, name.size() - 2));
    for (const std::string_view prefix : prefixes)
        if (name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    if (name.ends_with("()"))
        name.remove_suffix(2);
    const std::size_t colon = name.find(':'); // Kimi's ids are names with numbers
    return colon != name.npos && name.find_first_not_of("0123456789", colon + 1) == name.npos
        ? name.substr(0, colon)
        : name;
}

static std::string sound_name(const std::string& given)
{
    static constexpr std::size_t max_name = 64; // the limit of OpenAI's and most other servers
    std::string name(bare_name(given));
    name.resize(std::min(name.size(), max_name));
    std::replace_if(
        name.begin(), name.end(),
        [](unsigned char c) { return c >= 0x80 || (std::isalnum(c) == 0 && c != '_' && c != '-'); },
        '_');
    return name.empty() ? "no_name" : name;
}

std::string CallNormaliser::free_id(const std::string& wanted)
{
    std::string id = wanted;
    while (!ids.insert(id).second)
        id = "call_" + std::to_string(++made);
    return id;
}

std::vector<CallNormaliser::Mended> CallNormaliser::repair(Message& message)
{
    message.give_ids();
    std::vector<Mended> all;
    for (ToolCall& call : message.calls) {
        Mended repaired {call.id, free_id(call.id), {}};
        call.id = repaired.id;
        call.name = sound_name(call.name);
        if (!is_json_object(call.arguments))
            repaired.unusable = std::exchange(call.arguments, "{}");
        all.push_back(std::move(repaired));
    }
    return all;
}

void CallNormaliser::know(const Message& message)
{
    for (const ToolCall& call : message.calls)
        ids.insert(call.id);
}

std::string with_unusable_arguments(
    std::string content, const std::string& unusable, const std::string& repair)
{
    if (unusable.empty())
        return content;
    const std::size_t kept = text::utf8_boundary(unusable, std::min(unusable.size(), max_repeated));
    return std::move(content) + "\n[The arguments were "
        + (unusable.size() > max_arguments ? "too long" : "no JSON object")
        + ", and {} stands in their place" + (repair.empty() ? "" : "; the tool got them " + repair)
        + ". They were" + (kept < unusable.size() ? ", shortened" : "") + ": "
        + unusable.substr(0, kept) + (kept < unusable.size() ? "…]" : "]");
}

}
