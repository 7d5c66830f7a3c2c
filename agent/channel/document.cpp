#include "agent/channel/document.hpp"

#include "toolkit/json/json.hpp"

#include <utility>

namespace agent::channel {

using namespace toolkit;

Document::Document(Json value)
    : value(value.is_null() ? nullptr : std::make_shared<const Json>(std::move(value)))
{
}

const Json& Document::json() const
{
    static const Json null;
    return value ? *value : null;
}

}
