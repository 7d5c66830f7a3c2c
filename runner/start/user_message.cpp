#include "runner/start/user_message.hpp"

#include "agent/session/history.hpp"
#include "toolkit/system/hash.hpp"

namespace runner::start {

using namespace agent;
using namespace toolkit;

static model::Message user_message(const std::string& text)
{
    return model::text_message(model::Role::user, text);
}

static std::string context_text(const Json& entries)
{
    return std::string(model::data_of_program) + Json {{"context", entries}}.dump();
}

static Json as_json(const channel::Parts& parts)
{
    Json all = Json::array();
    for (const auto& part : parts)
        if (const auto* const text = std::get_if<channel::TextPart>(&part))
            all.push_back({{"type", "text"}, {"text", text->text}});
        else
            all.push_back({{"type", "image_url"},
                {"image_url", {{"url", std::get<channel::ImagePart>(part).image_url.url}}}});
    return all;
}

static Json sent_entry(const channel::ContextEntry& entry)
{
    Json sent {{"name", entry.name}, {"type", entry.type}};
    if (const auto* const text = std::get_if<channel::ContextText>(&entry.value))
        sent["text"] = text->text;
    else
        sent["json"] = std::get<channel::ContextJson>(entry.value).json.json();
    if (entry.uri)
        sent["uri"] = *entry.uri;
    return sent;
}

static Json kept_entry(const channel::ContextEntry& entry)
{
    if (entry.keep)
        return sent_entry(entry);
    const auto* const text = std::get_if<channel::ContextText>(&entry.value);
    const std::string bytes = text != nullptr
        ? text->text
        : std::get<channel::ContextJson>(entry.value).json.json().dump();
    return {{"name", entry.name}, {"type", entry.type}, {"sha256", system::sha256(bytes)}};
}

std::vector<start::Engine::Turn::Message> messages_of(
    const SaidContent& content, const std::vector<channel::ContextEntry>& context)
{
    std::vector<start::Engine::Turn::Message> messages;
    if (!context.empty()) {
        Json sent = Json::array();
        Json kept = Json::array();
        for (const auto& entry : context) {
            sent.push_back(sent_entry(entry));
            kept.push_back(kept_entry(entry));
        }
        messages.push_back({user_message(context_text(sent))});
        if (sent != kept)
            messages.back().kept = user_message(context_text(kept));
    }
    if (const auto* const text = std::get_if<channel::SaidText>(&content))
        messages.push_back({user_message(text->text)});
    else if (const auto* const parts = std::get_if<channel::SaidParts>(&content))
        messages.push_back(
            {model::read_message({{"role", "user"}, {"content", as_json(parts->content)}})});
    return messages;
}

std::string prompt_of(const SaidContent& content)
{
    if (const auto* const text = std::get_if<channel::SaidText>(&content))
        return text->text;
    const auto* const parts = std::get_if<channel::SaidParts>(&content);
    return parts == nullptr ? std::string() : as_json(parts->content).dump();
}

}
