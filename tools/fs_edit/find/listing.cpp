#include "listing.hpp"

#include "toolkit/match/search.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/line_numbers.hpp"
#include "toolkit/text/lines.hpp"

#include <algorithm>
#include <vector>

namespace fs_edit::find {

using namespace toolkit;

namespace {

struct NumberedLine {
    std::string_view number; // with the mark behind it
    std::string_view text;
    text::LineEnd end;

    std::uint64_t value() const
    {
        std::uint64_t result = 0;
        for (const char letter : text::trimmed(number))
            if (letter >= '0' && letter <= '9')
                result = result * 10 + static_cast<std::uint64_t>(letter - '0');
        return result;
    }

    std::string_view mark() const { return number.substr(number.find_last_of("0123456789") + 1); }
};

enum class Numbers { none, some, all };

std::vector<NumberedLine> numbered_lines(std::string_view text)
{
    std::vector<NumberedLine> lines;
    for (const auto& line : text::split_lines(text)) {
        const std::string_view number = text::number_before(line.text);
        lines.push_back({number, line.text.substr(number.size()), line.end});
    }
    return lines;
}

Numbers numbers_of(const std::vector<NumberedLine>& lines)
{
    const auto has_number = [](const NumberedLine& line) { return !line.number.empty(); };
    if (std::none_of(lines.begin(), lines.end(), has_number))
        return Numbers::none;
    return std::all_of(lines.begin(), lines.end(),
               [&](const NumberedLine& line) {
                   return has_number(line) || text::trimmed(line.text).empty();
               })
        ? Numbers::all
        : Numbers::some;
}

bool grow(const std::vector<NumberedLine>& lines)
{
    std::optional<std::uint64_t> last;
    for (const auto& line : lines) {
        if (line.number.empty())
            continue;
        const std::uint64_t value = line.value();
        if (last && value <= *last)
            return false;
        last = value;
    }
    return true;
}

bool has_blank_behind_number(const std::vector<NumberedLine>& lines)
{
    return std::all_of(lines.begin(), lines.end(),
        [](const NumberedLine& line) { return line.text.empty() || line.text.starts_with(' '); });
}

std::string joined(const std::vector<NumberedLine>& lines, bool has_blank)
{
    std::string text;
    for (const auto& line : lines)
        text.append(
                line.text.substr(has_blank && !line.number.empty() && !line.text.empty() ? 1 : 0))
            .append(text::bytes_of(line.end));
    return text;
}

std::string_view first_of(const std::vector<NumberedLine>& lines)
{
    const auto first = std::find_if(
        lines.begin(), lines.end(), [](const NumberedLine& line) { return !line.number.empty(); });
    return first == lines.end() ? std::string_view() : first->number;
}

}

std::string_view first_number(std::string_view text)
{
    const auto lines = numbered_lines(text);
    return numbers_of(lines) == Numbers::all && grow(lines) ? first_of(lines) : std::string_view();
}

// Are the new lines of the listing that the old ones are of? They begin at one of those, with what
// separates them.
static bool are_of_one_listing(
    const std::vector<NumberedLine>& old_lines, const std::vector<NumberedLine>& new_lines)
{
    const auto has_number = [](const NumberedLine& line) { return !line.number.empty(); };
    const auto first = std::find_if(old_lines.begin(), old_lines.end(), has_number);
    const auto last = std::find_if(old_lines.rbegin(), old_lines.rend(), has_number);
    const auto begin = std::find_if(new_lines.begin(), new_lines.end(), has_number);
    return begin->value() >= first->value() && begin->value() <= last->value()
        && std::all_of(new_lines.begin(), new_lines.end(), [&](const NumberedLine& line) {
               return !has_number(line) || line.mark() == first->mark();
           });
}

std::optional<UnnumberedTexts> without_numbers(std::string_view file, const Wanted& wanted)
{
    const auto old_lines = numbered_lines(wanted.old_text);
    const auto new_lines = numbered_lines(wanted.new_text);
    if (numbers_of(old_lines) != Numbers::all || !grow(old_lines)
        || numbers_of(new_lines) == Numbers::some
        || (numbers_of(new_lines) == Numbers::all && !are_of_one_listing(old_lines, new_lines)))
        return {};
    const bool has_blank = first_of(old_lines).find('\t') == std::string_view::npos
        && has_blank_behind_number(old_lines)
        && (numbers_of(new_lines) == Numbers::none || has_blank_behind_number(new_lines))
        && match::find_exact(file, joined(old_lines, false)).places.empty();
    return UnnumberedTexts {joined(old_lines, has_blank),
        numbers_of(new_lines) == Numbers::none ? std::string(wanted.new_text)
                                               : joined(new_lines, has_blank)};
}

}
