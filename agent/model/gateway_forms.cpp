#include "agent/model/gateway_forms.hpp"

#include "agent/model/chat_completions.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace agent::model {

using namespace toolkit;

bool is_text_part(const Json& content)
{
    const std::string type = json::string_member(content, "type");
    return (type == "text" || type == "output_text") && json::member(content, "text").is_string();
}

static Json as_count(const Json& value)
{
    static constexpr double max_count = 1e15;
    if (value.is_number_float()) {
        const auto number = value.get<double>();
        return number >= 0 && number < max_count && number == std::floor(number)
            ? Json(static_cast<std::uint64_t>(number))
            : value;
    }
    if (!value.is_string())
        return value;
    const auto& text = value.get_ref<const std::string&>();
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    return error == std::errc() && end == text.data() + text.size() ? Json(count) : value;
}

static Json usage_of_place(const Json& place)
{
    Json usage = json::member(place, "usage");
    if (!usage.is_object())
        return {};
    for (auto& value : usage)
        value = as_count(value);
    return usage;
}

Json usage_in(const Json& answer)
{
    if (Json usage = usage_of_place(answer); !usage.is_null())
        return usage;
    const Json& choices = json::member(answer, "choices");
    if (choices.is_array() && !choices.empty())
        if (Json usage = usage_of_place(choices[0]); !usage.is_null())
            return usage;
    return usage_of_place(json::member(answer, "x_groq"));
}

bool ends_with_calls(const std::string& reason)
{
    const std::string name = text::in_lower_case(reason);
    return name.starts_with("tool") || name == "function_call";
}

Json calls_in_content(const Json& content)
{
    Json calls = Json::array();
    if (!content.is_array())
        return calls;
    for (const auto& part : content) {
        const std::string type = json::string_member(part, "type");
        if (type != "tool_use" && type != "tool_call" && type != "function_call")
            continue;
        Json call = part;
        call["type"] = "function";
        for (const auto& [given, usual] : {std::pair("input", "arguments"), {"call_id", "id"}})
            if (const auto found = call.find(given); found != call.end()) {
                call[usual] = Json(*found);
                call.erase(given);
            }
        calls.push_back(std::move(call));
    }
    return calls;
}

// Judges a call in the form that as_assistant() returns.
static bool is_empty_call(const Json& call)
{
    const Json& function = json::member(call, "function");
    const Json& arguments = json::member(function, "arguments");
    return json::string_member(function, "name").empty()
        && (arguments.is_null() || arguments == "");
}

void leave_out_empty_calls(Json& message, const std::string& finish_reason)
{
    const auto calls = message.find("tool_calls");
    if (calls == message.end() || !calls->is_array() || ends_with_calls(finish_reason)
        || text::stripped(text_of(message)).empty())
        return;
    if (std::all_of(calls->begin(), calls->end(), is_empty_call))
        message.erase(calls);
}

}
