#include "toolkit/text/added_lines.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>

namespace toolkit::text {

namespace {

// Names of tags in which calls are written, and of ends of a reply. Files have none of these.
constexpr std::array<std::string_view, 21> tags_of_calls {"newString", "new_string", "new_str",
    "newText", "new_text", "oldString", "old_string", "old_str", "file_text", "function_calls",
    "function_call", "function_results", "tool_call", "tool_calls", "tool_use", "tool_response",
    "antml:parameter", "antml:invoke", "antml:function_calls", "write_to_file", "replace_in_file"};
constexpr std::array<std::string_view, 5> ends_of_replies {"<|endoftext|>", "<|im_end|>",
    "<|eot_id|>", "<|end_of_text|>", "<\uff5cend\u2581of\u2581sentence\uff5c>"};
// Names that other tags have as well.
constexpr std::array<std::string_view, 4> usual_tags {"parameter", "invoke", "content", "contents"};
constexpr std::array<std::string_view, 4> marks_of_blocks {
    ">>>>>>> REPLACE", "<<<<<<< SEARCH", "+++++++ REPLACE", "------- SEARCH"};

// The texts in which calls may leave something at the end of a line.
class CallMarkup {
public:
    CallMarkup(const AddedLines& lines, std::string_view name)
        : lines(lines)
        , has_usual_tags(!may_quote_code(name) && !lines.is_markup(name))
    {
    }

    // Returns the line without the remains of a call at its end.
    std::string_view without(std::string_view line) const
    {
        const std::string_view bare = trimmed(line);
        if (contains(marks_of_blocks, bare) && !lines.file_has(bare))
            return {};
        for (std::string_view rest = line;;) {
            const std::string_view end = end_of_call(rest);
            if (end.empty())
                return rest.size() == line.size() ? line : trimmed(rest).empty() ? "" : rest;
            rest = rest.substr(0, rest.rfind(end));
        }
    }

private:
    std::string_view end_of_call(std::string_view line) const
    {
        const std::string_view text = trimmed(line);
        for (const std::string_view end : ends_of_replies)
            if (text.ends_with(end) && !lines.file_has(end))
                return end;
        const std::size_t begin = text.rfind("</");
        if (!text.ends_with('>') || begin == std::string_view::npos)
            return {};
        const std::string_view tag = text.substr(begin);
        const std::string_view name = tag.substr(2, tag.size() - 3);
        const bool is_of_call
            = contains(tags_of_calls, name) || (has_usual_tags && contains(usual_tags, name));
        const bool is_opened
            = lines.texts.new_text.find("<" + std::string(name)) != std::string_view::npos;
        return is_of_call && !is_opened && !lines.file_has(tag) ? tag : std::string_view();
    }

    const AddedLines& lines;
    bool has_usual_tags;
};

// True if the line separates the search part of a block from its replacement.
bool ends_search(const AddedLines& lines, std::string_view line)
{
    const auto is_mark
        = [](std::string_view added) { return contains(marks_of_blocks, trimmed(added)); };
    return trimmed(line) == "=======" && lines.old_lines.count(line) == 0
        && std::any_of(lines.added.begin(), lines.added.end(), is_mark);
}

// Returns the new text without the remains of calls, and without lines that have nothing else.
std::string without_markup(const AddedLines& lines, const CallMarkup& markup)
{
    std::string text;
    bool is_last_left_out = false;
    for (const Line& line : lines.all) {
        if (ends_search(lines, line.text)) {
            text.clear();
            continue;
        }
        const std::string_view rest
            = lines.old_lines.count(line.text) == 0 ? markup.without(line.text) : line.text;
        is_last_left_out = rest.empty() && !line.text.empty();
        if (!is_last_left_out)
            text.append(rest).append(bytes_of(line.end));
    }
    if (is_last_left_out && !lines.texts.new_text.ends_with('\n') && text.ends_with('\n'))
        text.pop_back();
    return text;
}

}

FoundMarks find_call_markup(const AddedLines& lines, std::string_view name)
{
    if (is_prose(name))
        return {};
    const CallMarkup markup(lines, name);
    const auto is_left = [&](std::string_view line) {
        const std::string_view rest = markup.without(line);
        return rest.size() < line.size()
            && (rest.empty() || line.data() == lines.added.back().data());
    };
    const auto found = std::find_if(lines.added.begin(), lines.added.end(), is_left);
    if (found == lines.added.end())
        return {};
    return PastedMarks {
        "a mark of a call: " + in_quotes(trimmed(*found)), without_markup(lines, markup)};
}

}
