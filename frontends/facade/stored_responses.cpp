#include "frontends/facade/stored_responses.hpp"

#include "toolkit/json/parse.hpp"

#include <algorithm>

namespace frontends::facade {

static std::string as_text(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void StoredResponses::add(const std::string& response, const Json& messages, const Items& given)
{
    constexpr std::size_t max_responses = 1000;
    constexpr std::size_t max_bytes = 64 << 20;
    Stored stored {response, as_text(messages)};
    bytes += stored.messages.size();
    for (const auto& [id, item] : given) {
        const auto& text = items[id] = as_text(item);
        bytes += text.size();
        stored.items.push_back(id);
    }
    responses.push_back(std::move(stored));
    while (!responses.empty() && (responses.size() > max_responses || bytes > max_bytes))
        drop_oldest();
}

void StoredResponses::drop_oldest()
{
    const Stored& oldest = responses.front();
    bytes -= oldest.messages.size();
    for (const auto& id : oldest.items) {
        const auto found = items.find(id);
        bytes -= found->second.size();
        items.erase(found);
    }
    responses.pop_front();
}

Json StoredResponses::conversation(const std::string& response) const
{
    const auto found = std::find_if(responses.begin(), responses.end(),
        [&](const Stored& stored) { return stored.id == response; });
    return found == responses.end() ? Json() : json::parse_bounded(found->messages);
}

Json StoredResponses::item(const std::string& id) const
{
    const auto found = items.find(id);
    return found == items.end() ? Json() : json::parse_bounded(found->second);
}

}
