#include "agent/liquid/characters.hpp"
#include "agent/liquid/filters.hpp"
#include "agent/liquid/number.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::liquid {

static std::string input_of(const Use& use) { return text_in_filter(use.input); }

static Value append(const Use& use) { return made_of(input_of(use) + use.text(0)); }
static Value prepend(const Use& use) { return made_of(use.text(0) + input_of(use)); }
static Value upcase(const Use& use) { return made_of(in_capitals(input_of(use))); }
static Value downcase(const Use& use) { return made_of(in_small_letters(input_of(use))); }

static Value capitalize(const Use& use)
{
    const std::string text = input_of(use);
    const std::size_t first = byte_of_character(text, 1);
    return made_of(in_capitals(std::string_view(text).substr(0, first))
        + in_small_letters(std::string_view(text).substr(first)));
}

static Value lstrip(const Use& use)
{
    return made_of(std::string(without_leading_whitespace(input_of(use))));
}

static Value rstrip(const Use& use)
{
    return made_of(std::string(without_trailing_whitespace(input_of(use))));
}

static Value strip(const Use& use)
{
    return made_of(
        std::string(without_leading_whitespace(without_trailing_whitespace(input_of(use)))));
}

static Value strip_newlines(const Use& use)
{
    std::string text = input_of(use);
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\n' && text.compare(i, 2, "\r\n") != 0)
            result += text[i];
    return made_of(std::move(result));
}

// Replaces the first argument by `by`, at most `most` times. An empty `part` is found before each
// character and at the end.
static Value with_replaced(const Use& use, const std::string& by, std::size_t most)
{
    const std::string text = input_of(use);
    const std::string part = use.text(0);
    BoundedText result(use.scope);
    std::size_t place = 0;
    for (; most > 0; --most) {
        const auto found = part.empty() ? place : text.find(part, place);
        if (found == std::string::npos || (part.empty() && place == text.size()))
            break;
        result.add(std::string_view(text).substr(place, found - place));
        result.add(by);
        place = found + part.size();
        if (part.empty()) {
            const std::size_t next
                = place + byte_of_character(std::string_view(text).substr(place), 1);
            result.add(std::string_view(text).substr(place, next - place));
            place = next;
        }
    }
    result.add(part.empty() && most > 0 ? std::string_view(by) : std::string_view());
    result.add(std::string_view(text).substr(place));
    return made_of(std::move(result.text));
}

static Value with_last_replaced(const Use& use, const std::string& by)
{
    const std::string text = input_of(use);
    const std::string part = use.text(0);
    const auto found = text.rfind(part);
    if (found == std::string::npos)
        return made_of(text);
    BoundedText result(use.scope);
    result.add(std::string_view(text).substr(0, found));
    result.add(by);
    result.add(std::string_view(text).substr(found + part.size()));
    return made_of(std::move(result.text));
}

static Value replace(const Use& use) { return with_replaced(use, use.text(1), std::string::npos); }
static Value replace_first(const Use& use) { return with_replaced(use, use.text(1), 1); }
static Value replace_last(const Use& use) { return with_last_replaced(use, use.text(1)); }
static Value remove_all(const Use& use) { return with_replaced(use, {}, std::string::npos); }
static Value remove_first(const Use& use) { return with_replaced(use, {}, 1); }
static Value remove_last(const Use& use) { return with_last_replaced(use, {}); }

// Returns the first `max_words` words of a text, and the text after them as one more, even if it is
// only whitespace.
static std::vector<std::string_view> words_of(std::string_view text, std::size_t max_words)
{
    std::vector<std::string_view> words;
    text = without_leading_whitespace(text);
    while (!text.empty() && words.size() < max_words) {
        const auto* end = std::find_if(text.begin(), text.end(), is_whitespace);
        const auto size = static_cast<std::size_t>(end - text.begin());
        words.push_back(text.substr(0, size));
        text.remove_prefix(size);
        if (words.size() < max_words)
            text = without_leading_whitespace(text);
    }
    if (!text.empty())
        words.push_back(text);
    return words;
}

static std::vector<std::string_view> parts_of(std::string_view text, std::string_view between)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto end = between.empty() ? byte_of_character(text, 1)
                                         : std::min(text.find(between), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + between.size(), text.size()));
    }
    while (!parts.empty() && parts.back().empty())
        parts.pop_back();
    return parts;
}

static Value split(const Use& use)
{
    const std::string text = input_of(use);
    const std::string between = use.text(0);
    const auto parts = between == " " ? words_of(text, std::string::npos) : parts_of(text, between);
    use.scope.count_steps(parts.size());
    Json list = Json::array();
    for (const auto part : parts)
        list.push_back(std::string(part));
    return made_of(std::move(list));
}

static std::int64_t length_argument(const Use& use, std::int64_t otherwise)
{
    return use.has(0) ? integer_of(use.argument(0), "the length") : otherwise;
}

static Value truncate(const Use& use)
{
    constexpr std::int64_t standard_length = 50;
    if (use.input.is_nil())
        return use.input;
    const std::string text = text_in_filter(use.input);
    const std::int64_t length = length_argument(use, standard_length);
    const std::string end = use.has(1) ? use.text(1) : "...";
    if (static_cast<std::int64_t>(character_count(text)) <= length)
        return made_of(text);
    const auto end_length = static_cast<std::int64_t>(character_count(end));
    const auto kept
        = static_cast<std::size_t>(std::max<std::int64_t>(length, end_length) - end_length);
    return made_of(text.substr(0, byte_of_character(text, kept)) + end);
}

static Value truncatewords(const Use& use)
{
    constexpr std::int64_t standard_count = 15;
    if (use.input.is_nil())
        return use.input;
    const std::string text = input_of(use);
    const auto count
        = static_cast<std::size_t>(std::max<std::int64_t>(1, length_argument(use, standard_count)));
    const auto words = words_of(text, count);
    if (words.size() <= count)
        return made_of(text);
    std::string result;
    for (std::size_t i = 0; i < count; ++i)
        result.append(i == 0 ? "" : " ").append(words[i]);
    return made_of(result + (use.has(1) ? use.text(1) : "..."));
}

// Indents each line that is not empty by `count` spaces.
static Value indent(const Use& use)
{
    constexpr std::int64_t most = 1000;
    const std::int64_t count
        = std::clamp<std::int64_t>(integer_of(use.argument(0), "the indentation"), 0, most);
    const std::string spaces(static_cast<std::size_t>(count), ' ');
    const std::string text = input_of(use);
    BoundedText result(use.scope);
    for (std::size_t place = 0; place < text.size();) {
        const std::size_t end = std::min(text.find('\n', place), text.size() - 1) + 1;
        const auto line = std::string_view(text).substr(place, end - place);
        result.add(line == "\n" || line == "\r\n" ? std::string_view() : std::string_view(spaces));
        result.add(line);
        place = end;
    }
    return made_of(std::move(result.text));
}

static std::size_t max_run(std::string_view text, char letter)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char one : text) {
        run = one == letter ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

// Returns the text as a Markdown code block, whose fence is longer than any in the text.
static Value fence(const Use& use)
{
    const std::string text = input_of(use);
    const std::string language = use.text(0);
    if (language.find_first_of("`\r\n") != std::string::npos)
        throw ToolError(Code::bad_request, "the language of a fence has a backquote or a newline");
    constexpr std::size_t shortest = 3;
    const std::string marks(std::max(shortest, max_run(text, '`') + 1), '`');
    const bool is_ended = text.empty() || text.back() == '\n';
    return made_of(marks + language + "\n" + text + (is_ended ? "" : "\n") + marks);
}

std::span<const FilterRow> text_filters()
{
    static constexpr std::array rows {
        FilterRow {"append", 1, 1, append},
        FilterRow {"prepend", 1, 1, prepend},
        FilterRow {"upcase", 0, 0, upcase},
        FilterRow {"downcase", 0, 0, downcase},
        FilterRow {"capitalize", 0, 0, capitalize},
        FilterRow {"strip", 0, 0, strip},
        FilterRow {"lstrip", 0, 0, lstrip},
        FilterRow {"rstrip", 0, 0, rstrip},
        FilterRow {"strip_newlines", 0, 0, strip_newlines},
        FilterRow {"replace", 1, 2, replace},
        FilterRow {"replace_first", 1, 2, replace_first},
        FilterRow {"replace_last", 2, 2, replace_last},
        FilterRow {"remove", 1, 1, remove_all},
        FilterRow {"remove_first", 1, 1, remove_first},
        FilterRow {"remove_last", 1, 1, remove_last},
        FilterRow {"split", 1, 1, split},
        FilterRow {"truncate", 0, 2, truncate},
        FilterRow {"truncatewords", 0, 2, truncatewords},
        FilterRow {"indent", 1, 1, indent},
        FilterRow {"fence", 0, 1, fence},
    };
    return rows;
}

}
