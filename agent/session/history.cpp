#include "agent/session/history.hpp"

#include "agent/model/chat_completions.hpp"
#include "toolkit/json/error_line.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::session {

using namespace toolkit;

static model::Message interrupted(const std::string& id)
{
    const ToolError error {Code::internal,
        "the call was interrupted: whether it has changed anything is not known",
        "look before you call again"};
    return model::result_message(id, json::error_line(error));
}

static ToolError no_message(const std::string& why) { return {Code::unsupported, why}; }

void History::note(const std::string& what)
{
    const auto known = std::find_if(
        notes.begin(), notes.end(), [&](const auto& one) { return one.first == what; });
    if (known == notes.end())
        notes.emplace_back(what, 1);
    else
        ++known->second;
}

std::vector<std::string> History::repaired() const
{
    std::vector<std::string> texts;
    for (const auto& [text, count] : notes)
        texts.push_back(text + (count == 1 ? "" : " (" + std::to_string(count) + " times)"));
    return texts;
}

std::vector<model::Message> History::close_calls(const std::set<std::string>& open)
{
    std::vector<model::Message> missing;
    for (auto& call : calls) {
        if (!call.result && open.contains(call.call.id))
            continue;
        if (!call.result)
            call.result = missing.emplace_back(interrupted(call.call.id));
        list.push_back(model::shared(*std::move(call.result)));
    }
    calls.clear();
    if (!missing.empty())
        note(std::to_string(missing.size()) + (missing.size() == 1 ? " call was" : " calls were")
            + " interrupted before an answer was kept");
    return missing;
}

void History::take_result(model::Message message)
{
    const auto open = std::find_if(calls.begin(), calls.end(),
        [&](const Open& one) { return one.call.given_id == message.call_id && !one.result; });
    if (open == calls.end())
        return note("a result that belongs to no call is left out");
    message.call_id = open->call.id;
    if (!open->call.unusable.empty())
        message = model::result_message(message.call_id,
            model::with_unusable_arguments(message.text(), open->call.unusable),
            model::images_of(message));
    open->result = std::move(message);
}

void History::add(Json given)
{
    model::require_message(given);
    if (json::string_member(given, "role") == "assistant")
        given = model::as_assistant(std::move(given));
    const model::Message as_given = model::read_message(given);
    model::Message message = model::within_image_limits(as_given);
    if (model::images_of(message).size() < model::images_of(as_given).size())
        note("images that are too many or too large are replaced by texts");
    if (message.role == model::Role::tool)
        return take_result(std::move(message));
    std::vector<model::CallNormaliser::Mended> opened = sound.repair(message);
    close_calls();
    list.push_back(model::shared(std::move(message)));
    for (auto& call : opened) {
        if (!call.unusable.empty())
            note("arguments that were no JSON object are replaced by {}");
        if (call.id != call.given_id)
            note("an id of two calls is replaced");
        calls.push_back({std::move(call)});
    }
}

void History::replace(std::size_t first, std::size_t count, const Json& message)
{
    close_calls();
    if (first > list.size() || count == 0 || count > list.size() - first)
        throw no_message("it replaces messages that are not there");
    model::SharedMessage summary
        = model::shared(model::within_image_limits(model::read_message(message)));
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first);
    *begin = std::move(summary);
    list.erase(begin + 1, begin + static_cast<std::ptrdiff_t>(count));
}

void History::cut(std::size_t first)
{
    close_calls();
    if (first > list.size())
        throw no_message("it cuts messages that are not there");
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(first), list.end());
}

std::vector<model::Message> History::finish(const std::set<std::string>& open)
{
    return close_calls(open);
}

static const std::string beginning = "[note of agentcli] ";

model::Message note_to_model(const std::string& text)
{
    return model::text_message(model::Role::user, beginning + text);
}

bool is_note_to_model(const model::Message& message)
{
    return message.role == model::Role::user && message.text().starts_with(beginning);
}

std::string first_line_of_note(const std::string& text)
{
    const std::string line = text.substr(0, text.find('\n'));
    return line.substr(std::min(line.size(), beginning.size()));
}

bool begins_turn(const model::Messages& messages, std::size_t at)
{
    using enum model::Role;
    if (messages[at]->role != user || is_note_to_model(*messages[at]))
        return false;
    while (at > 0 && is_note_to_model(*messages[at - 1]))
        --at;
    return at == 0 || (messages[at - 1]->role != user && messages[at - 1]->role != tool);
}

bool is_context(const model::Message& message)
{
    return message.role == model::Role::user && message.content == model::Message::Content::text
        && model::is_data_of_program(message.text());
}

std::vector<std::size_t> beginnings_of_turns(const model::Messages& messages)
{
    std::vector<std::size_t> all;
    for (std::size_t at = messages.size(); at-- > 0;)
        if (begins_turn(messages, at))
            all.push_back(at);
    return all;
}

History read_messages(std::string_view text) { return history_of(json::parse_bounded(text)); }

History history_of(const Json& document)
{
    History history;
    if (!document.is_array())
        throw ToolError(Code::bad_request, "it is not an array of messages");
    for (std::size_t index = 0; index < document.size(); ++index) {
        try {
            history.add(document[index]);
        } catch (const ToolError& error) {
            throw ToolError(
                Code::bad_request, "message " + std::to_string(index + 1) + ": " + error.message);
        }
    }
    history.finish();
    return history;
}

// Repairs a message with a role or content that a server invented: older versions of agentcli kept
// it unchanged.
static Json repaired(Json message, History& history)
{
    if (!message.is_object())
        return message;
    const std::string role = json::string_member(message, "role");
    const bool has_known_role = model::role_named(role).has_value();
    const bool is_result = !json::string_member(message, "tool_call_id").empty();
    const Json given = message;
    if (is_result && !has_known_role)
        message["role"] = "tool";
    else if (role == "assistant" || (message.contains("role") && !has_known_role))
        message = model::as_assistant(std::move(message));
    // Join the parts to one string.
    const bool has_other_content = !json::member(given, "content").is_array()
        && json::member(message, "content") != json::member(given, "content");
    if (json::member(message, "role") != json::member(given, "role") || has_other_content)
        history.note("a message with an unknown role or content is taken for the assistant's");
    return message;
}

static Chat chat_of(const Json& fields)
{
    return {json::string_member(fields, "workspace"), json::string_member(fields, "model"),
        json::string_member(fields, "mode"), json::string_member(fields, "server")};
}

Chat last_chat_in(std::string_view text)
{
    static constexpr std::size_t max_before = 100; // bytes of "ts" before the field
    while (!text.empty()) {
        const std::size_t begin = text.rfind('\n', text.size() - 1) + 1;
        const std::string_view line = text.substr(begin);
        text = text.substr(0, begin == 0 ? 0 : begin - 1);
        if (line.substr(0, max_before).find("\"chat\"") == std::string_view::npos)
            continue;
        try {
            const Json entry = json::parse_bounded(line);
            if (const Json& chat = json::member(entry, "chat"); chat.is_object())
                return chat_of(chat);
        } catch (const ToolError&) { // cut off by a crash
        }
    }
    return {};
}

static void add_line(SessionLines& lines, std::string_view line)
{
    History& history = lines.history;
    const Json entry = json::parse_bounded(line);
    if (Json message = json::member(entry, "message"); !message.is_null()) {
        lines.last_message = json::string_member(entry, "ts");
        return history.add(repaired(std::move(message), history));
    }
    if (const Json& chat = json::member(entry, "chat"); chat.is_object()) {
        lines.chat = chat_of(chat);
        return;
    }
    if (const Json& changes = json::member(entry, "changes"); changes.is_object())
        return lines.changes.push_back(changes);
    if (const Json& files = json::member(entry, "files"); files.is_object())
        return lines.files.push_back(files);
    if (const Json& from = json::member(json::member(entry, "cut"), "first");
        from.is_number_unsigned())
        return history.cut(from);
    const Json& summary = json::member(entry, "summary");
    const Json& first = json::member(summary, "first");
    const Json& count = json::member(summary, "count");
    if (!first.is_number_unsigned() || !count.is_number_unsigned())
        throw no_message("it is neither a message nor a summary");
    history.replace(first, count, json::member(summary, "message"));
}

void require_line(std::string_view line)
{
    const Json entry = json::parse_bounded(line);
    for (const char* field : {"chat", "cut", "changes", "files"})
        if (entry.contains(field))
            return;
    const Json& summary = json::member(entry, "summary");
    model::read_message(json::member(summary.is_null() ? entry : summary, "message"));
}

SessionLines read_lines(std::string_view text)
{
    SessionLines lines;
    std::size_t bad_count = 0;
    std::size_t first_bad = 0;
    for (std::size_t number = 1; lines.size < text.size(); ++number) {
        const std::size_t end = text.find('\n', lines.size);
        if (end == std::string_view::npos)
            break;
        try {
            add_line(lines, text.substr(lines.size, end - lines.size));
        } catch (const ToolError&) {
            first_bad = bad_count++ == 0 ? number : first_bad;
        }
        lines.size = end + 1;
    }
    if (bad_count == 1)
        lines.history.note("line " + std::to_string(first_bad) + " can't be read, and is left out");
    else if (bad_count > 1)
        lines.history.note(std::to_string(bad_count) + " lines, the first of them line "
            + std::to_string(first_bad) + ", can't be read, and are left out");
    if (lines.size < text.size())
        lines.history.note("the last line was torn, and is left out");
    return lines;
}

}
