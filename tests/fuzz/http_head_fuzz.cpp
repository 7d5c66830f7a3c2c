#include "fuzz.hpp"

#include "agent/mcp/http_head.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <set>

using namespace agent::mcp;
using namespace toolkit;

static bool is_printable(const std::string& text)
{
    return std::all_of(
        text.begin(), text.end(), [](char byte) { return byte >= ' ' && byte < 0x7f; });
}

static void check_value(const std::string& text)
{
    constexpr std::size_t begin = 9; // "=?base64?"
    const std::string value = toolkit::mcp::encoded_header(text);
    must(is_printable(value) && !value.starts_with(' ') && !value.ends_with(' '));
    const bool is_encoded = value.starts_with("=?base64?") && value.ends_with("?=");
    must(is_encoded ? text::base64_decode(value.substr(begin, value.size() - begin - 2)) == text
                    : value == text);
}

static Json json_in(std::string_view text)
{
    const auto shallow = json::without_depth(text, 60);
    return json::parse_bounded(shallow ? *shallow : std::string(text));
}

// Whatever a server puts into a schema or an `endpoint` event, and a model into arguments: what
// goes into the head of a request is one line, no header has two values, a value is read as it was,
// and the place is a path on the same server.
void fuzz(std::string_view input)
{
    const std::string_view schema = take_text(input);
    const std::string_view arguments = take_text(input);
    check_value(std::string(schema));
    static const toolkit::web::Url base = toolkit::web::parse_address("http://host:81/a/sse");
    if (const auto place = place_of_messages(base, input))
        must(place->starts_with('/') && is_printable(*place)
            && place->find(' ') == std::string::npos);
    const auto mirrored = toolkit::mcp::header_parameters(json_in(schema));
    std::set<std::string> names;
    for (const auto& [field, path] : mirrored) {
        must(field.starts_with("Mcp-Param-") && field.size() > 10 && !path.empty());
        must(is_printable(field) && field.find_first_of(" :") == std::string::npos);
        must(names.insert(text::in_lower_case(field)).second);
    }
    for (const auto& [field, value] : fields_of(mirrored, json_in(arguments)))
        must(names.contains(text::in_lower_case(field)) && is_printable(value));
}
