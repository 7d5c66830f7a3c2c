#include "agent/model/reasoning_items.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/system/hash.hpp"

namespace agent::model {

using namespace toolkit;

static std::string hash_of(const Json& items)
{
    return system::sha256(items.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void seal_reasoning(Json& message, const std::string& origin)
{
    const auto items = message.find(reasoning_items_field);
    if (items == message.end())
        return;
    Json whole = {{"from", origin}, {"sha256", hash_of(*items)}, {"items", *items}};
    *items = std::move(whole);
}

std::vector<ReasoningItem> reasoning_for(const Json& message, const std::string& origin)
{
    const Json& kept = json::member(message, reasoning_items_field);
    const Json& items = json::member(kept, "items");
    std::vector<ReasoningItem> result;
    if (!items.is_array() || json::string_member(kept, "from") != origin
        || json::string_member(kept, "sha256") != hash_of(items))
        return result;
    for (const auto& entry : items) {
        const Json& before = json::member(entry, "before");
        const Json& item = json::member(entry, "item");
        if (before.is_number_unsigned() && json::string_member(item, "type") == "reasoning")
            result.push_back({before.get<std::size_t>(), item});
    }
    return result;
}

}
