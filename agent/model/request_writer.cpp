#include "agent/model/request_writer.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/reasoning_items.hpp"
#include "agent/model/responses_request.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/hash.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace agent::model {

using namespace toolkit;

static constexpr std::string_view closing = "]}";

// The same for a call and its result, and for no other call.
static std::string short_id(const std::string& id)
{
    static constexpr std::size_t size = 9;
    const bool is_short = id.size() == size
        && std::all_of(
            id.begin(), id.end(), [](unsigned char c) { return c < 0x80 && std::isalnum(c) != 0; });
    return is_short ? id : system::sha256(id).substr(0, size);
}

static void shorten_ids(Json& message)
{
    if (const std::string id = json::string_member(message, "tool_call_id"); !id.empty())
        message["tool_call_id"] = short_id(id);
    if (const auto calls = message.find("tool_calls"); calls != message.end() && calls->is_array())
        for (auto& call : *calls)
            if (const std::string id = json::string_member(call, "id"); !id.empty())
                call["id"] = short_id(id);
}

static std::size_t call_count(const Json& message)
{
    const Json& calls = json::member(message, "tool_calls");
    return calls.is_array() ? calls.size() : 0;
}

bool is_silent_call(const Json& message)
{
    const Json& content = json::member(message, "content");
    return call_count(message) > 0 && (content.is_null() || content == "");
}

void WrittenMessages::add(const Json& message)
{
    Json wanted = message;
    for (const auto& field : manner.unwanted) {
        wanted.erase(field);
        if (const auto calls = wanted.find("tool_calls");
            calls != wanted.end() && calls->is_array())
            for (auto& call : *calls)
                call.erase(field);
    }
    if (manner.short_ids)
        shorten_ids(wanted);
    if (manner.no_text != NoText::as_it_came && is_silent_call(wanted))
        wanted["content"] = manner.no_text == NoText::empty ? Json("") : Json();
    if (manner.wire == Wire::responses) {
        for (const Json& item : items_of(wanted, manner.origin))
            text += (std::exchange(is_first, false) ? "" : ",") + item.dump();
        return;
    }
    wanted.erase(reasoning_items_field);
    text += (std::exchange(is_first, false) ? "" : ",") + wanted.dump();
}

// A message with calls and the results after it. Answers how many messages that are.
std::size_t WrittenMessages::add_one_by_one(const Json& messages, std::size_t at)
{
    std::size_t count = 1;
    while (
        at + count < messages.size() && json::string_member(messages[at + count], "role") == "tool")
        ++count;
    Json message = messages[at];
    const Json calls = std::exchange(message["tool_calls"], Json());
    for (const auto& call : calls) {
        message["tool_calls"] = Json::array({call});
        add(message);
        for (std::size_t index = at + 1; index < at + count; ++index)
            if (messages[index].value("tool_call_id", Json()) == call.value("id", Json()))
                add(messages[index]);
        message = {{"role", "assistant"}, {"content", nullptr}}; // its text has been said
    }
    return count;
}

static bool has_role(const Json& message, const char* role)
{
    return json::string_member(message, "role") == role;
}

// A second prompt after one that got no answer.
static bool goes_on_with(const Json& first, const Json& second)
{
    return has_role(first, "user") && has_role(second, "user")
        && json::member(first, "name") == json::member(second, "name");
}

static Json parts_of(const Json& content)
{
    return content.is_array() ? content : Json::array({{{"type", "text"}, {"text", content}}});
}

static Json joined(const Json& messages, std::size_t first, std::size_t after)
{
    Json whole = messages[first];
    for (std::size_t at = first + 1; at < after; ++at) {
        Json& content = whole["content"];
        const Json& more = json::member(messages[at], "content");
        if (more == json::member(messages[at - 1], "content"))
            continue;
        if (content.is_string() && more.is_string()) {
            content.get_ref<std::string&>() += "\n\n" + more.get<std::string>();
            continue;
        }
        content = parts_of(content);
        for (const auto& part : parts_of(more))
            content.push_back(part);
    }
    return whole;
}

// Answers how many messages of the user that are.
std::size_t WrittenMessages::add_prompts(const Json& messages, std::size_t at)
{
    if (at > 0 && has_role(messages[at - 1], "tool"))
        add({{"role", "assistant"}, {"content", "[The next message came before an answer.]"}});
    std::size_t after = at + 1;
    while (after < messages.size() && goes_on_with(messages[at], messages[after]))
        ++after;
    add(joined(messages, at, after));
    return after - at;
}

static std::string text_of_calls(const Json& message)
{
    std::string text = text_of(message);
    for (const Json& call : json::member(message, "tool_calls")) {
        const Json& function = json::member(call, "function");
        text += (text.empty() ? "[calls " : "\n[calls ") + json::string_member(function, "name")
            + " with " + json::string_member(function, "arguments") + "]";
    }
    return text;
}

// Returns the message as one of two roles, if the template of the server knows no others.
static Json in_known_role(const Json& message, const Manner& manner)
{
    if (manner.no_system && has_role(message, "system"))
        return {{"role", "user"}, {"content", json::member(message, "content")}};
    if (manner.two_roles && has_role(message, "tool"))
        return {{"role", "user"}, {"content", "[the result]\n" + text_of(message)}};
    if (manner.two_roles && call_count(message) > 0)
        return {{"role", "assistant"}, {"content", text_of_calls(message)}};
    return message;
}

const std::string& WrittenMessages::write(
    const Json& request, const Json& messages, const Manner& wanted)
{
    if (!wanted.no_system && !wanted.two_roles)
        return write_all(request, messages, wanted);
    Json known_roles = Json::array();
    for (const Json& message : messages)
        known_roles.push_back(in_known_role(message, wanted));
    return write_all(request, known_roles, wanted);
}

const std::string& WrittenMessages::write_all(
    const Json& request, const Json& messages, const Manner& wanted)
{
    std::string wanted_opening = request.dump();
    wanted_opening.back() = ','; // instead of the brace that closes it
    wanted_opening += wanted.wire == Wire::responses ? "\"input\":[" : "\"messages\":[";
    const bool goes_on = known > 0 && known <= messages.size() && messages[known - 1] == last
        && wanted == manner && (known == messages.size() || !goes_on_with(last, messages[known]));
    if (goes_on && wanted_opening == opening) {
        text.resize(text.size() - closing.size());
    } else {
        manner = wanted;
        opening = std::move(wanted_opening);
        text = opening;
        known = 0;
        is_first = true;
    }
    while (known < messages.size()) {
        if (manner.single_calls && call_count(messages[known]) > 1) {
            known += add_one_by_one(messages, known);
        } else if (has_role(messages[known], "user")) {
            known += add_prompts(messages, known);
        } else {
            add(messages[known++]);
        }
    }
    if (known > 0)
        last = messages[known - 1];
    return text += closing;
}

}
