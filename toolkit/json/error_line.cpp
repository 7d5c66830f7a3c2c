#include "toolkit/json/error_line.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

namespace toolkit::json {

static constexpr std::size_t max_hint = 300;
static constexpr std::size_t max_code = 30;

// The limit applies to the JSON, in which a character can take six bytes. The text is therefore
// shortened step by step.
std::string error_line(Json error)
{
    if (error.contains("hint"))
        error["hint"] = text::shortened(error["hint"], max_hint);
    if (error.contains("code"))
        error["code"] = text::shortened(error["code"], max_code);
    std::string line = error.dump();
    const std::string text = error["error"];
    for (std::size_t most = max_error_line; line.size() > max_error_line; most -= most / 10) {
        error["error"] = text::shortened(text, most);
        if (most < max_hint)
            error.erase("hint"); // a hint of control characters
        line = error.dump();
    }
    return line;
}

Json error_json(const ToolError& error)
{
    Json json {
        {"error", text::is_utf8(error.message) ? error.message : text::printable(error.message)},
        {"code", system::wire_name(error.code)}};
    if (!error.hint.empty())
        json["hint"] = error.hint;
    return json;
}

std::string error_line(const ToolError& error) { return error_line(error_json(error)); }

}
