#include "agent/model/response_outputs.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>

namespace agent::model {

using namespace toolkit;

namespace {

// The fields by which an event identifies its item.
struct Named {
    std::optional<std::int64_t> index;
    std::array<std::string, 3> ids;
};

}

static Named named_by(const Json& event)
{
    const Json& index = json::member(event, "output_index");
    const Json& item = json::member(event, "item");
    Named named {std::nullopt,
        {json::string_member(event, "item_id"), json::string_member(item, "id"),
            json::string_member(item, "call_id")}};
    if (index.is_number_integer())
        named.index = index.get<std::int64_t>();
    return named;
}

static bool has_id(const ResponseOutput& output, const Named& named)
{
    return std::any_of(named.ids.begin(), named.ids.end(), [&](const std::string& id) {
        return !id.empty()
            && std::find(output.ids.begin(), output.ids.end(), id) != output.ids.end();
    });
}

// True unless both sides have an id.
static bool may_have_id(const ResponseOutput& output, const Named& named)
{
    const auto is_empty = [](const std::string& id) { return id.empty(); };
    return std::all_of(output.ids.begin(), output.ids.end(), is_empty)
        || std::all_of(named.ids.begin(), named.ids.end(), is_empty);
}

static void learn(ResponseOutput& output, const Named& named)
{
    const std::string& id = named.ids[0].empty() ? named.ids[1] : named.ids[0];
    if (output.ids[0].empty())
        output.ids[0] = id;
    if (output.ids[1].empty())
        output.ids[1] = named.ids[2];
    if (!output.index)
        output.index = named.index;
}

ItemKind kind_of_item(const Json& item)
{
    const std::string type = json::string_member(item, "type");
    if (type == "message" || (type.empty() && !json::member(item, "content").is_null()))
        return ItemKind::message;
    return type == "function_call" ? ItemKind::call
        : type == "reasoning"      ? ItemKind::reasoning
                                   : ItemKind::other;
}

ResponseOutput& ResponseOutputs::add(ItemKind kind, const Json& event)
{
    static constexpr std::size_t max_outputs = 4 * max_calls_of_message;
    if (outputs.size() >= max_outputs)
        throw unusable_answer("it has more than " + std::to_string(max_outputs) + " items");
    outputs.push_back({kind});
    learn(outputs.back(), named_by(event));
    return outputs.back();
}

ResponseOutput* ResponseOutputs::find(ItemKind kind, const Json& event)
{
    const Named named = named_by(event);
    ResponseOutput* found = nullptr;
    int best = 0;
    for (auto output = outputs.rbegin(); output != outputs.rend() && best < 4; ++output) {
        const bool has_its_id = has_id(*output, named);
        const bool is_there = named.index && output->index == named.index;
        const bool may_be_there = is_there || !named.index || !output->index;
        if (output->kind != kind || (output->is_done && !(has_its_id && may_be_there)))
            continue;
        const int fit = has_its_id ? (is_there ? 4 : 3) : is_there ? 2 : may_be_there ? 1 : 0;
        if (fit > best) {
            best = fit;
            found = &*output;
        }
    }
    if (found != nullptr)
        learn(*found, named);
    return found;
}

ResponseOutput& ResponseOutputs::find_or_add(ItemKind kind, const Json& event)
{
    ResponseOutput* const found = find(kind, event);
    return found == nullptr ? add(kind, event) : *found;
}

ResponseOutput& ResponseOutputs::begun_by(const Json& event)
{
    const ItemKind kind = kind_of_item(json::member(event, "item"));
    const Named named = named_by(event);
    const auto is_repeated = [&](const ResponseOutput& output) {
        return output.kind == kind && output.index == named.index
            && (has_id(output, named)
                || (named.index && !output.is_done && may_have_id(output, named)));
    };
    const auto known = std::find_if(outputs.rbegin(), outputs.rend(), is_repeated);
    if (known == outputs.rend())
        return add(kind, event);
    learn(*known, named);
    return *known;
}

std::vector<ResponseOutput*> ResponseOutputs::in_response(const Json& items)
{
    std::vector<ResponseOutput*> result(items.size(), nullptr);
    const auto claim = [&](std::size_t place, const auto& fits) {
        const ItemKind kind = kind_of_item(items[place]);
        const auto found = std::find_if(outputs.begin(), outputs.end(), [&](const auto& output) {
            return output.kind == kind && !output.is_in_response && fits(output);
        });
        if (found == outputs.end())
            return;
        found->is_in_response = true;
        result[place] = &*found;
    };
    for (std::size_t place = 0; place < items.size(); ++place)
        claim(place, [named = named_by({{"item", items[place]}})](const ResponseOutput& output) {
            return has_id(output, named);
        });
    for (std::size_t place = 0; place < items.size(); ++place) {
        if (result[place] == nullptr)
            claim(place, [](const ResponseOutput&) { return true; });
        if (result[place] == nullptr) {
            result[place] = &add(kind_of_item(items[place]), {{"item", items[place]}});
            result[place]->is_in_response = true;
        }
    }
    return result;
}

}
