#include "toolkit/text/pasted_marks.hpp"

#include "toolkit/text/added_lines.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/line_numbers.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdint>

namespace toolkit::text {

namespace {

constexpr std::size_t npos = std::string_view::npos;

// "+    x" and "+x", but neither "+ x", "++x", "+---+" nor "+1".
bool has_mark_of_diff(std::string_view line)
{
    if (!line.starts_with('+') || line.size() == 1)
        return false;
    const std::size_t depth = indentation_of(line.substr(1)).size();
    if (depth > 0)
        return depth > 1 || line[1] == '\t';
    return std::string_view("+-=0123456789").find(line[1]) == npos;
}

// A line of the old text with the '-' of a diff. At the margin it may be an expression or a list.
bool is_removed_line(const AddedLines& lines, std::string_view line)
{
    return line.starts_with('-') && lines.old_lines.count(line.substr(1)) != 0
        && has_mark_of_diff("+" + std::string(line.substr(1)))
        && !indentation_of(line.substr(1)).empty();
}

// Returns the new lines of a text that is a diff of the old one.
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
    // The file is looked at only if there is such a line.
    std::optional<bool> has_plus;
    std::optional<bool> has_minus;
    const auto is_known = [&](std::optional<bool>& known, char mark) {
        known = known ? known : has(mark);
        return *known;
    };
    const auto found
        = std::find_if(lines.added.begin(), lines.added.end(), [&](std::string_view line) {
              return (has_mark_of_diff(line) && !is_known(has_plus, '+'))
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

// True if the only added line begins with its line number in the file, or with a number set off as
// in a listing.
bool is_number_of_place(const AddedLines& lines)
{
    const std::string_view line = lines.added.front();
    const std::string_view number = number_before(line);
    if (number.ends_with("\u2192") || (number.starts_with("   ") && number.ends_with('\t')))
        return true;
    const std::size_t at = lines.texts.file.find(lines.texts.old_text);
    if (lines.texts.old_text.empty() || at == npos)
        return false;
    const auto above = std::find_if(lines.all.begin(), lines.all.end(),
        [&](const Line& other) { return other.text.data() == line.data(); });
    const auto newlines = std::count(
        lines.texts.file.begin(), lines.texts.file.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    return value_of(number)
        == static_cast<std::uint64_t>(newlines + (above - lines.all.begin()) + 1);
}

FoundMarks find_numbers(const AddedLines& lines, std::string_view /*name*/)
{
    const auto& added = lines.added;
    const bool are_one_listing = std::all_of(added.begin(), added.end(), has_number)
        && (added.size() > 1 || is_number_of_place(lines))
        && std::adjacent_find(added.begin(), added.end(),
               [](std::string_view one, std::string_view next) {
                   return value_of(number_before(one)) + 1 != value_of(number_before(next));
               })
            == added.end();
    if (!are_one_listing || lines.texts.file.empty())
        return {};
    const auto before = split_lines(lines.texts.file);
    if (std::any_of(
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

}
