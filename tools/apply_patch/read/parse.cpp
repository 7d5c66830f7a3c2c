#include "parse.hpp"

#include "envelope.hpp"
#include "toolkit/system/error.hpp"
#include "unified.hpp"

#include <algorithm>

namespace apply_patch::read {

using namespace toolkit;

std::string with_newlines(std::string text)
{
    if (text.find('\n') == std::string::npos)
        std::replace(text.begin(), text.end(), '\r', '\n');
    return text;
}

// The edits of other tools: "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE".
static bool has_search_block(std::string_view text)
{
    const auto begins_line = [text](std::string_view start) {
        return text.starts_with(start)
            || text.find("\n" + std::string(start)) != std::string_view::npos;
    };
    return begins_line("<<<<<<< SEARCH") || begins_line("<<<<<<< ORIGINAL")
        || begins_line("------- SEARCH");
}

static Patch parse_form(std::string_view text)
{
    static constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.starts_with(mark))
        text.remove_prefix(mark.size());
    return is_envelope(text) ? parse_envelope(text) : parse_unified_diff(text);
}

Patch parse_patch(std::string_view text)
try {
    return parse_form(text);
} catch (const ToolError& error) {
    if (error.code != Code::bad_patch || !has_search_block(text))
        throw;
    throw ToolError(error.code, error.message,
        "SEARCH/REPLACE blocks are edits for fs_edit: the text under SEARCH as 'oldString', that "
        "under "
        "REPLACE as 'newString'");
}

}
