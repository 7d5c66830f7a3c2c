#include "agent/channel/document.hpp"

#include "agent/channel/events.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

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

Document object_in(std::string_view text)
{
    try {
        Json json = json::parse_bounded(text, json::RepeatedNames::refused);
        return json.is_object() ? Document(std::move(json)) : Document();
    } catch (const ToolError&) {
        return {};
    }
}

CallEvent call_event(std::string id, std::string tool, const std::string& arguments)
{
    CallEvent event {.id = std::move(id), .tool = std::move(tool)};
    event.arguments
        = text::stripped(arguments).empty() ? Document(Json::object()) : object_in(arguments);
    if (event.arguments.is_null())
        event.text = arguments;
    return event;
}

}
