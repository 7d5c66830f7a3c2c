#include "toolkit/text/pasted_marks.hpp"

#include "toolkit/text/contains.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace toolkit::text {

namespace {

constexpr std::size_t npos = std::string_view::npos;

// Returns true for "+    x" and "+x", but not for "+ x", "++x", "+---+" or "+1".
bool has_mark_of_diff(std::string_view line)
{
    if (!line.starts_with('+') || line.size() == 1)
        return false;
    const std::size_t depth = indentation_of(line.substr(1)).size();
    if (depth > 0)
        return depth > 1 || line[1] == '\t';
    return std::string_view("+-=0123456789").find(line[1]) == npos;
}

// Returns true for a line of the old text with the '-' of a diff. An unindented one does not count,
// since it may be an expression or a list item.
bool is_removed_line(const AddedLines& lines, std::string_view line)
{
    return line.starts_with('-') && lines.old_lines.count(line.substr(1)) != 0
        && has_mark_of_diff("+" + std::string(line.substr(1)))
        && !indentation_of(line.substr(1)).empty();
}

// Returns the line before a line of the new text, as the file will have it.
std::string_view line_before(const Substitution& texts, std::string_view line)
{
    const auto last_of = [](std::string_view text) {
        text = text.substr(0, text.empty() ? 0 : text.size() - 1);
        return text.substr(text.rfind('\n') + 1);
    };
    const auto at = static_cast<std::size_t>(line.data() - texts.new_text.data());
    if (at > 0)
        return last_of(texts.new_text.substr(0, at));
    const std::size_t place = texts.old_text.empty() ? npos : texts.file.find(texts.old_text);
    return place == npos ? std::string_view() : last_of(texts.file.substr(0, place));
}

// Returns true for a '+' at the margin that continues an expression: a string after an incomplete
// line.
bool continues_expression(const AddedLines& lines, std::string_view line)
{
    if (line.size() < 2 || std::string_view("\"'`").find(line[1]) == npos)
        return false;
    const std::string_view before = trimmed(line_before(lines.texts, line));
    return !before.empty() && (before.size() == 1 || before.front() != '+')
        && std::string_view(";{}:,").find(before.back()) == npos;
}

// Returns the new lines of a text that is a diff of the old text.
std::string without_marks_of_diff(const AddedLines& lines)
{
    std::string text;
    for (const Line& line : lines.all) {
        const bool is_old = line.text.empty() || lines.old_lines.count(line.text) != 0;
        const std::string_view rest = line.text.substr(is_old ? 0 : 1);
        const bool is_old_line = !is_old && lines.old_lines.count(rest) != 0;
        if (is_old_line && line.text.starts_with('-'))
            continue;
        const bool has_mark = !is_old
            && (line.text.starts_with('+') || (is_old_line && line.text.starts_with(' ')));
        text.append(has_mark ? rest : line.text).append(bytes_of(line.end));
    }
    return text;
}

FoundMarks find_marks_of_diff(const AddedLines& lines, std::string_view name)
{
    const auto has = [&](char mark) {
        return lines.texts.file.starts_with(mark) || lines.file_has(std::string {'\n', mark});
    };
    // The file is searched only if there is a line with such a mark.
    std::optional<bool> has_plus;
    std::optional<bool> has_minus;
    const auto is_known = [&](std::optional<bool>& known, char mark) {
        known = known ? known : has(mark);
        return *known;
    };
    const auto found
        = std::find_if(lines.added.begin(), lines.added.end(), [&](std::string_view line) {
              return (has_mark_of_diff(line) && !continues_expression(lines, line)
                         && !is_known(has_plus, '+'))
                  || (is_removed_line(lines, line) && !is_known(has_minus, '-'));
          });
    if (found == lines.added.end() || lines.texts.file.empty() || is_prose(name))
        return {};
    return PastedMarks {"the '" + std::string(found->substr(0, 1))
            + "' of a diff before a line: " + in_quotes(*found),
        without_marks_of_diff(lines)};
}

FoundMarks find_fence(const AddedLines& lines, std::string_view name)
{
    static constexpr std::string_view fence = "```";
    const auto is_solid = [](const Line& line) { return !trimmed(line.text).empty(); };
    const auto first = std::find_if(lines.all.begin(), lines.all.end(), is_solid);
    const auto last = std::find_if(lines.all.rbegin(), lines.all.rend(), is_solid);
    if (first == lines.all.end() || &*first == &*last || !trimmed(first->text).starts_with(fence)
        || trimmed(last->text) != fence || lines.texts.old_text.find(fence) != npos
        || may_quote_code(name))
        return {};
    const auto begin = static_cast<std::size_t>(
                           first->text.data() + first->text.size() - lines.texts.new_text.data())
        + bytes_of(first->end).size();
    const auto end = static_cast<std::size_t>(last->text.data() - lines.texts.new_text.data());
    return PastedMarks {"a code fence around it: " + in_quotes(trimmed(first->text)),
        std::string(lines.texts.new_text.substr(begin, end - begin))};
}

std::uint64_t value_of(std::string_view number)
{
    std::uint64_t value = 0;
    for (const char letter : number)
        if (letter >= '0' && letter <= '9')
            value = value * 10 + static_cast<std::uint64_t>(letter - '0');
    return value;
}

bool has_number(std::string_view line) { return !number_before(line).empty(); }

// Returns the line of the file, 1-based, at which the new text begins; 0 if it is unknown.
std::uint64_t first_line_of(const Substitution& texts)
{
    if (texts.line > 0)
        return texts.line;
    const std::size_t at = texts.old_text.empty() ? npos : texts.file.find(texts.old_text);
    if (at == npos)
        return 0;
    const auto end = texts.file.begin() + static_cast<std::ptrdiff_t>(at);
    return static_cast<std::uint64_t>(std::count(texts.file.begin(), end, '\n')) + 1;
}

// Returns true if the line begins with the number that it will have in the file.
bool is_number_of_place(const AddedLines& lines, std::string_view line)
{
    const std::uint64_t first = first_line_of(lines.texts);
    const auto above = std::find_if(lines.all.begin(), lines.all.end(),
        [&](const Line& other) { return other.text.data() == line.data(); });
    return first > 0
        && value_of(number_before(line))
        == first + static_cast<std::uint64_t>(above - lines.all.begin());
}

// Returns true if half of the lines have this mark after something else: they are the rows of a
// table.
bool has_columns(const std::vector<Line>& file, char mark)
{
    std::size_t solid = 0;
    std::size_t rows = 0;
    for (const Line& line : file) {
        const std::string_view text = trimmed(line.text);
        solid += text.empty() ? 0 : 1;
        rows += text.find(mark) != npos ? 1 : 0;
    }
    return rows > 0 && rows * 2 >= solid;
}

// Returns true if the numbers before the added lines are probably those of a listing, and not keys
// or the first column of a table.
bool are_of_listing(const AddedLines& lines, const std::vector<Line>& file, std::string_view name)
{
    const std::string_view line = lines.added.front();
    const std::string_view number = number_before(line);
    if (number.ends_with("\u2192"))
        return true;
    if (number.back() == ':') {
        const std::string_view rest = line.substr(number.size());
        const bool is_key
            = has_suffix(name, " yaml yml ") && rest.starts_with(' ') && !rest.starts_with("  ");
        return !is_key && is_number_of_place(lines, line);
    }
    if (has_suffix(name, " dat tab tsv ") || has_columns(file, number.back()))
        return false;
    const bool is_set_off = number.starts_with("   ") && number.back() == '\t';
    return lines.added.size() > 1 || is_set_off || is_number_of_place(lines, line);
}

FoundMarks find_numbers(const AddedLines& lines, std::string_view name)
{
    const auto& added = lines.added;
    const bool are_consecutive = std::all_of(added.begin(), added.end(), has_number)
        && std::adjacent_find(added.begin(), added.end(),
               [](std::string_view one, std::string_view next) {
                   return value_of(number_before(one)) + 1 != value_of(number_before(next));
               })
            == added.end();
    if (!are_consecutive || lines.texts.file.empty())
        return {};
    const auto before = split_lines(lines.texts.file);
    if (!are_of_listing(lines, before, name)
        || std::any_of(
            before.begin(), before.end(), [](const Line& line) { return has_number(line.text); }))
        return {};
    return PastedMarks {
        "the line numbers of a listing, such as " + in_quotes(number_before(added[0])),
        lines.with_added([](std::string_view line) {
            return std::string(line.substr(number_before(line).size()));
        })};
}

}

std::optional<PastedMarks> find_pasted_marks(
    const Substitution& substitution, std::string_view name)
{
    const AddedLines lines(substitution);
    if (lines.added.empty())
        return {};
    for (const auto find :
        {find_fence, find_numbers, find_marks_of_diff, find_call_markup, find_escaped_quotes,
            find_escaped_newlines, find_escaped_tabs, find_escaped_letters, find_entities})
        if (auto found = find(lines, name))
            return found;
    return {};
}

namespace {

// Names of tags in which calls are written, and of ends of replies. Files do not have them.
constexpr std::array<std::string_view, 21> tags_of_calls {"newString", "new_string", "new_str",
    "newText", "new_text", "oldString", "old_string", "old_str", "file_text", "function_calls",
    "function_call", "function_results", "tool_call", "tool_calls", "tool_use", "tool_response",
    "antml:parameter", "antml:invoke", "antml:function_calls", "write_to_file", "replace_in_file"};
constexpr std::array<std::string_view, 5> ends_of_replies {"<|endoftext|>", "<|im_end|>",
    "<|eot_id|>", "<|end_of_text|>", "<\uff5cend\u2581of\u2581sentence\uff5c>"};
// Names that tags of files may have as well.
constexpr std::array<std::string_view, 4> usual_tags {"parameter", "invoke", "content", "contents"};
constexpr std::array<std::string_view, 4> marks_of_blocks {
    ">>>>>>> REPLACE", "<<<<<<< SEARCH", "+++++++ REPLACE", "------- SEARCH"};

// Finds the remains of calls at the ends of lines.
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

// Returns true if the line separates the search part of a block from its replacement.
bool ends_search(const AddedLines& lines, std::string_view line)
{
    const auto is_mark
        = [](std::string_view added) { return contains(marks_of_blocks, trimmed(added)); };
    return trimmed(line) == "=======" && lines.old_lines.count(line) == 0
        && std::any_of(lines.added.begin(), lines.added.end(), is_mark);
}

// Returns the new text without the remains of calls, and without lines that contain nothing else.
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
