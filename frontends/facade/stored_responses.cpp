#include "frontends/facade/stored_responses.hpp"

#include "toolkit/json/parse.hpp"

#include <utility>

namespace frontends::facade {

static std::string as_text(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void StoredResponses::add(const Key& response, const Json& messages, const Items& given)
{
    constexpr std::size_t max_responses = 1000;
    constexpr std::size_t max_bytes = 64 << 20;
    Stored stored {response.owner, as_text(messages)};
    bytes += stored.messages.size();
    for (const auto& [id, item] : given) {
        const Item& kept = items[id] = {response.owner, as_text(item)};
        bytes += kept.text.size();
        stored.items.push_back(id);
    }
    responses[response.id] = std::move(stored);
    ids.push_back(response.id);
    while (!ids.empty() && (ids.size() > max_responses || bytes > max_bytes))
        drop_oldest();
}

void StoredResponses::drop_oldest()
{
    const auto oldest = responses.find(ids.front());
    bytes -= oldest->second.messages.size();
    for (const auto& id : oldest->second.items) {
        const auto found = items.find(id);
        bytes -= found->second.text.size();
        items.erase(found);
    }
    responses.erase(oldest);
    ids.pop_front();
}

Json StoredResponses::conversation(const std::string& response, const MayUse& may_use) const
{
    const auto found = responses.find(response);
    return found == responses.end() || !may_use(found->second.owner)
        ? Json()
        : json::parse_bounded(found->second.messages);
}

Json StoredResponses::item(const std::string& id, const MayUse& may_use) const
{
    const auto found = items.find(id);
    return found == items.end() || !may_use(found->second.owner)
        ? Json()
        : json::parse_bounded(found->second.text);
}

}
