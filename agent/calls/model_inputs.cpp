#include "agent/calls/model_inputs.hpp"

#include "agent/model/call_frames.hpp"
#include "agent/model/chat_completions.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Returns the number in the first `size` digits of the text, in base 10 or 16; -1 if they are not
// digits of this base.
static int number_at(std::string_view text, std::size_t size, int base)
{
    int number = 0;
    for (std::size_t at = 0; at < size; ++at) {
        const auto c = at < text.size() ? static_cast<unsigned char>(text[at]) : '\0';
        const bool is_digit = base == 16 ? std::isxdigit(c) != 0 : std::isdigit(c) != 0;
        if (!is_digit)
            return -1;
        number = number * base + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return size == 0 ? -1 : number;
}

namespace {

// A character that is written as an escape.
struct Spelled {
    char character = '\0';
    std::size_t size = 0; // bytes of the escape; 0 if there is none
};

}

// Returns the character with this code. All that are not ASCII become DEL, since they do not matter
// here.
static Spelled spelled(int number, std::size_t size)
{
    if (number < 0)
        return {};
    return {number < 0x80 ? static_cast<char>(number) : '\x7f', size};
}

// Decodes \u003c, \x3c, \n and \/ with any number of backslashes.
static Spelled escape_at(std::string_view text)
{
    const std::size_t size = std::min(text.find_first_not_of('\\'), text.size());
    const char kind = size < text.size() ? text[size] : '\0';
    const std::string_view digits = text.substr(std::min(size + 1, text.size()));
    if (kind == 'u' || kind == 'x') {
        const std::size_t count = kind == 'u' ? 4 : 2;
        if (const Spelled found = spelled(number_at(digits, count, 16), size + 1 + count);
            found.size > 0)
            return found;
    }
    if (kind == 'n' || kind == 'r' || kind == 't')
        return {kind == 'n' ? '\n' : ' ', size + 1};
    return {' ', size};
}

// Decodes entities such as &lt; &#60; &#x3c;
static Spelled entity_at(std::string_view text)
{
    static constexpr std::array<std::pair<std::string_view, char>, 5> entities {
        {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
    for (const auto& [name, character] : entities)
        if (text.starts_with(name))
            return {character, name.size()};
    if (!text.starts_with("&#"))
        return {};
    const bool is_hex = text.size() > 2 && (text[2] | 0x20) == 'x';
    const std::string_view digits = text.substr(is_hex ? 3 : 2, 8);
    const std::size_t end = digits.find(';');
    return end == std::string_view::npos
        ? Spelled {}
        : spelled(number_at(digits, end, is_hex ? 16 : 10), end + (is_hex ? 4 : 3));
}

static Spelled spelled_at(std::string_view text)
{
    switch (text[0]) {
    case '\\': return escape_at(text);
    case '&': return entity_at(text);
    case '%': return spelled(number_at(text.substr(1), 2, 16), 3);
    default: return {};
    }
}

static std::string decoded_once(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Spelled found = spelled_at(text.substr(at));
        result += found.size > 0 ? found.character : text[at];
        at += std::max<std::size_t>(found.size, 1);
    }
    return result;
}

static std::string decoded(std::string_view text)
{
    static constexpr int max_rounds = 6;
    std::string result(text);
    std::erase(result, '\0'); // removes every other byte of ASCII text in UTF-16
    for (int round = 0; round < max_rounds; ++round) {
        std::string next = decoded_once(result);
        if (next == result)
            break;
        result = std::move(next);
    }
    return result;
}

static bool is_of_base64(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '/' || c == '-'
        || c == '_';
}

static void add_letters(std::string& letters, std::string_view given, int depth);

// Adds the letters of text that is encoded as base64, at any offset of its groups of four digits.
static void add_letters_of_base64(std::string& letters, const std::string& text, int depth)
{
    static constexpr std::size_t shortest = 12;
    for (std::size_t at = 0; at < text.size();) {
        if (!is_of_base64(text[at])) {
            ++at;
            continue;
        }
        std::string digits;
        for (; at < text.size() && is_of_base64(text[at]); ++at)
            digits += text[at] == '-' ? '+' : text[at] == '_' ? '/' : text[at];
        for (std::size_t skipped = 0; skipped < 4 && digits.size() >= skipped + shortest;
             ++skipped) {
            const std::size_t rest = digits.size() - skipped;
            std::string group = digits.substr(skipped, rest - rest % 4);
            if (rest % 4 > 1) // pad the last group; its last bits do not matter
                group += digits.substr(digits.size() - rest % 4) + std::string(4 - rest % 4, 'A');
            if (const auto bytes = text::base64_decode(group))
                add_letters(letters, *bytes, depth - 1);
        }
    }
}

static void add_letters(std::string& letters, std::string_view given, int depth)
{
    const std::string text = decoded(given);
    std::string unbroken;
    for (const char c : text) {
        const bool is_whitespace = c == ' ' || c == '\t' || c == '\r' || c == '\x7f';
        if (is_whitespace || c == '"' || c == '\'' || c == '`')
            continue;
        letters += c;
        if (c != '\n')
            unbroken += c;
    }
    letters += '\n';
    if (depth > 0)
        add_letters_of_base64(letters, unbroken, depth);
}

static void add_texts(std::string& letters, const Json& value)
{
    static constexpr int max_depth = 2; // base64 of base64
    if (value.is_structured())
        for (const auto& inner : value)
            add_texts(letters, inner);
    if (value.is_string())
        add_letters(letters, value.get_ref<const std::string&>(), max_depth);
}

ModelInputs::ModelInputs(const model::Messages& messages)
{
    for (const auto& message : messages)
        if (message->role != model::Role::assistant)
            add_texts(letters, model::content_json(*message));
    letters = text::in_lower_case(letters);
}

// Returns the openings of calls in the form that they have in `letters`.
static std::vector<std::string> marks_of_calls()
{
    std::vector<std::string> marks {"<|channel|>", "<|start|>", "to=functions."};
    const auto add = [&](std::string_view opening) {
        std::string mark = text::in_lower_case(opening);
        std::erase_if(mark, [](char c) { return text::is_one_of(c, " `"); });
        marks.push_back(std::move(mark));
    };
    for (const std::string_view opening : model::call_openings)
        add(opening);
    for (const model::CallFrame& frame : model::call_frames)
        add(frame.opening);
    return marks;
}

bool ModelInputs::may_quote_call_of(const std::string& tool) const
{
    static const std::vector<std::string> marks = marks_of_calls();
    if (std::any_of(marks.begin(), marks.end(),
            [&](const std::string& mark) { return letters.find(mark) != std::string::npos; }))
        return true;
    static const RE2 arguments("(?:arguments|parameters)[:=]", RE2::Latin1);
    const std::string name = RE2::QuoteMeta(text::in_lower_case(tool));
    const RE2 named("name[:=]>?(?:\\n[^\\n]{0,64})?(?:functions\\.)?" + name + "(?:[^a-z0-9_-]|$)",
        RE2::Latin1);
    const RE2 function("(?:^|[^a-z0-9_-])" + name + "\\((?:\\)|[^)=]{0,64}=)", RE2::Latin1);
    return RE2::PartialMatch(letters, function)
        || (RE2::PartialMatch(letters, arguments) && RE2::PartialMatch(letters, named));
}

}
