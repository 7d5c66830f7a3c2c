#include "agent/model/sound_calls.hpp"

#include "agent/model/chat_completions.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

namespace agent::model {

using namespace toolkit;

static constexpr std::size_t max_repeated = 2000;

static bool is_json_object(const std::string& text)
{
    if (text.size() > longest_arguments)
        return false;
    try {
        return json::parse_bounded(text).is_object();
    } catch (const ToolError&) {
        return false;
    }
}

std::string SoundCalls::free_id(const std::string& wanted)
{
    std::string id = wanted;
    while (!ids.insert(id).second)
        id = "call_" + std::to_string(++made);
    return id;
}

std::vector<SoundCalls::Mended> SoundCalls::mend(Json& message)
{
    const std::vector<ToolCall> calls = take_calls(message);
    std::vector<Mended> all;
    for (std::size_t index = 0; index < calls.size(); ++index) {
        Json& call = message["tool_calls"][index];
        Mended mended {calls[index].id, free_id(calls[index].id), {}};
        if (mended.id != mended.given_id)
            call["id"] = mended.id;
        Json& arguments = call["function"]["arguments"];
        if (!is_json_object(calls[index].arguments)) {
            mended.unusable = calls[index].arguments;
            arguments = "{}";
        }
        all.push_back(std::move(mended));
    }
    return all;
}

std::string with_unusable_arguments(std::string content, const std::string& unusable)
{
    if (unusable.empty())
        return content;
    const std::size_t kept = text::utf8_boundary(unusable, std::min(unusable.size(), max_repeated));
    return std::move(content) + "\n[The arguments were "
        + (unusable.size() > longest_arguments ? "too long" : "no JSON object")
        + ", and {} stands in their place. They were"
        + (kept < unusable.size() ? ", shortened" : "") + ": " + unusable.substr(0, kept)
        + (kept < unusable.size() ? "…]" : "]");
}

}
