#include "parse.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/request_findings.hpp"

#include <algorithm>
#include <optional>

namespace apply_patch::read {

using namespace toolkit;

std::string with_newlines(std::string text)
{
    if (text.find('\n') == std::string::npos)
        std::replace(text.begin(), text.end(), '\r', '\n');
    return text;
}

// Returns the offset of the first block in the notation of other tools: "<<<<<<< SEARCH",
// "=======", ">>>>>>> REPLACE".
static std::optional<std::size_t> find_search_block(std::string_view text)
{
    std::size_t at = 0;
    for (const text::Line& line : text::split_lines(text)) {
        for (const std::string_view start :
            {"<<<<<<< SEARCH", "<<<<<<< ORIGINAL", "------- SEARCH"})
            if (line.text.starts_with(start))
                return at;
        at += line.text.size() + text::bytes_of(line.end).size();
    }
    return {};
}

// Returns the file that is named in the line before the blocks.
static std::optional<std::string> file_named_in(std::string_view head)
{
    static constexpr std::string_view section = "*** Update File: ";
    const auto lines = text::split_lines(head);
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const std::string_view trimmed = text::trimmed(line->text);
        if (trimmed.starts_with(section))
            return std::string(trimmed.substr(section.size()));
        if (trimmed.empty() || trimmed.starts_with("```"))
            continue;
        const bool is_name = trimmed.find_first_of(" \t*@") == std::string_view::npos;
        return is_name ? std::optional(std::string(trimmed)) : std::nullopt;
    }
    return {};
}

static std::string hint_for_blocks(std::string_view text, std::size_t begin)
{
    static constexpr std::string_view end_of_patch = "*** End Patch";
    const auto file = file_named_in(text.substr(0, begin));
    if (!file || !text::is_utf8(text))
        return "SEARCH/REPLACE blocks are edits for fs_edit: send them as 'diff', with the file as "
               "'path'";
    std::string_view blocks = text::stripped(text.substr(begin));
    if (blocks.ends_with(end_of_patch))
        blocks = text::stripped(blocks.substr(0, blocks.size() - end_of_patch.size()));
    return "SEARCH/REPLACE blocks are edits for fs_edit: "
        + tool::as_request_for("fs_edit", {{"path", *file}, {"diff", std::string(blocks) + "\n"}});
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
    const auto blocks = find_search_block(text);
    if (error.code != Code::bad_patch || !blocks)
        throw;
    throw ToolError(error.code, error.message, hint_for_blocks(text, *blocks));
}

}
