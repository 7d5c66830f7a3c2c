#include "runner/clients/document.hpp"

#include "agent/workflow/yaml.hpp"
#include "runner/clients/toml.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"

#include <algorithm>

namespace runner::clients {

using namespace agent;

namespace {

std::size_t end_of_string(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        if (text[at] == '\\')
            ++at;
    return std::min(at + 1, text.size());
}

// Returns the end of the comment that begins at `at`; `at` itself if no comment begins there, or it
// is not closed. The last "*/" of the text is at `last_end`: text after it is not searched for an
// end, so that many unclosed comments take linear time.
std::size_t end_of_comment(std::string_view text, std::size_t at, std::size_t last_end)
{
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//"))
        return std::min(text.find('\n', at), text.size());
    if (!rest.starts_with("/*") || last_end == std::string_view::npos || at + 2 > last_end)
        return at;
    return text.find("*/", at + 2) + 2;
}

void overwrite(std::string& text, std::size_t begin, std::size_t end)
{
    for (; begin < end; ++begin)
        if (text[begin] != '\n')
            text[begin] = ' ';
}

// Overwrites commas after the last element of an array or object. The text has no comments.
void overwrite_last_commas(std::string& json)
{
    char before = '[';
    std::size_t comma = std::string::npos;
    for (std::size_t at = 0; at < json.size();) {
        const char letter = json[at];
        if ((letter == ']' || letter == '}') && comma != std::string::npos)
            json[comma] = ' ';
        if (!text::is_one_of(letter, " \t\r\n")) {
            const bool follows_element = before != ',' && before != '[' && before != '{';
            comma = letter == ',' && follows_element ? at : std::string::npos;
            before = letter;
        }
        at = letter == '"' ? end_of_string(json, at) : at + 1;
    }
}

Json yaml_in(std::string_view text)
try {
    return workflow::yaml_document(text).json();
} catch (const workflow::Problem& problem) {
    throw ToolError(Code::bad_request,
        "line " + std::to_string(problem.place.line) + ": " + problem.message, problem.hint);
}

}

std::string without_comments(std::string_view text)
{
    std::string result(text);
    const std::size_t last_end = text.rfind("*/");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_comment(text, at, last_end);
        overwrite(result, at, end);
        at = text[at] == '"' ? end_of_string(text, at) : std::max(end, at + 1);
    }
    overwrite_last_commas(result);
    return result;
}

Json document_in(std::string_view text, const std::string& path)
{
    if (path.ends_with(".toml"))
        return toml_document(text);
    if (path.ends_with(".yaml") || path.ends_with(".yml"))
        return yaml_in(text);
    return json::parse_bounded(without_comments(text), json::RepeatedNames::refused);
}

}
