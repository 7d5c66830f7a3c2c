#include "agent/model/reasoning_items.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/system/hash.hpp"

namespace agent::model {

using namespace toolkit;

static std::string hash_of(const Json& items)
{
    return system::sha256(items.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void seal_reasoning(Message& message, const std::string& origin)
{
    const Json& items = field_of(message, reasoning_items_field);
    if (!items.is_null())
        set_field(message, reasoning_items_field,
            {{"from", origin}, {"sha256", hash_of(items)}, {"items", items}});
}

std::vector<ReasoningItem> reasoning_for(const Message& message, const std::string& origin)
{
    const Json& kept = field_of(message, reasoning_items_field);
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
