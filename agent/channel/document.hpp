#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <memory>
#include <string_view>

namespace agent::channel {

using namespace toolkit;

// A JSON value of any type. Copies share the value. A unit that looks into one includes
// toolkit/json/json.hpp; others do without.
class Document {
public:
    Document() = default; // null
    explicit Document(Json value);

    const Json& json() const;
    bool is_null() const { return value == nullptr; }

private:
    std::shared_ptr<const Json> value;
};

// Returns the object that is all of `text`; null if `text` is anything else or names a field twice.
Document object_in(std::string_view text);

}
