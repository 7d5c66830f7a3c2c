#pragma once

#include "toolkit/json/json.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// The kinds of items in a response's output.
enum class ItemKind { message, call, reasoning, other };

// Returns the kind of an item. One without a type but with content is a message.
ItemKind kind_of_item(const Json& item);

// One item of a response's output, with what has been received of it.
struct ResponseOutput {
    ItemKind kind = ItemKind::other;
    std::optional<std::int64_t> index = {};
    std::array<std::string, 2> ids = {}; // item.id and item.call_id; empty if it has none
    std::string text = {}; // the text received so far
    std::string part = {}; // the text received of its newest part
    std::int64_t part_index = 0;
    std::string refusal = {};
    std::string reasoning = {};
    std::string arguments = {};
    // The arguments in its item, used if no others are received.
    std::string offered = {};
    std::size_t call = 0; // its number, if it is a call that has begun
    bool has_begun = false;
    bool is_done = false;
    bool is_in_response = false; // it is in the whole response at the end
};

// The items of a response. Events identify their item by output_index and by an id, but some
// servers send no index, the same one for all items, or another id in each event. An event is
// therefore assigned to an item of its kind that has both its id and its index, or its id, or its
// index, in this order; otherwise to the newest item of its kind if the event or that item has no
// index. An item that is done is chosen only if it has the id, and no other index.
class ResponseOutputs {
public:
    // Returns nullptr if no item matches. Returned pointers stay valid.
    ResponseOutput* find(ItemKind kind, const Json& event);

    // Returns the item that an event continues, or a new one. Throws UNSUPPORTED if there are too
    // many.
    ResponseOutput& find_or_add(ItemKind kind, const Json& event);

    // Returns the item of an output_item.added event: a new one unless the event repeats one.
    ResponseOutput& begun_by(const Json& event);

    // Returns the outputs for the items of the whole response: matched by id, or else the next one
    // of the same kind, or a new one.
    std::vector<ResponseOutput*> in_response(const Json& items);

    std::deque<ResponseOutput>& all() { return outputs; }

private:
    ResponseOutput& add(ItemKind kind, const Json& event);

    std::deque<ResponseOutput> outputs;
};

}
