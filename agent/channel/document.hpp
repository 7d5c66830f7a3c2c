#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <memory>
#include <string_view>

namespace agent::channel {

using namespace toolkit;

// A JSON value of any type. Copies share the value. Source files that use json() have to include
// toolkit/json/json.hpp; this header does not.
class Document {
public:
    Document() = default; // null
    explicit Document(Json value);

    const Json& json() const;
    bool is_null() const { return value == nullptr; }

private:
    std::shared_ptr<const Json> value;
};

// Parses `text` as a JSON object. Returns null if `text` is anything else or has a field twice.
Document object_in(std::string_view text);

}
