#include "agent/model/server_json.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"

#include <charconv>
#include <string>

namespace agent::model {

using namespace toolkit;

static constexpr std::string_view replacement = "\xef\xbf\xbd";

// Returns the size of the character at the beginning; 0 if the bytes are not UTF-8.
static std::size_t character_size(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    return text::is_utf8(text.substr(0, size)) ? size : 0;
}

// Returns the value of the escape \uXXXX at the beginning; -1 if there is none.
static int escaped_unit(std::string_view text)
{
    if (!text.starts_with("\\u") || text.size() < 6)
        return -1;
    int unit = -1;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
    return error == std::errc() && end == text.data() + 6 ? unit : -1;
}

static bool is_high(int unit) { return unit >= 0xd800 && unit < 0xdc00; }
static bool is_low(int unit) { return unit >= 0xdc00 && unit < 0xe000; }

// Moves the escape at the beginning of `rest` to `mended`, repaired if necessary.
static void repair_escape(std::string& repaired, std::string_view& rest)
{
    const int unit = escaped_unit(rest);
    std::size_t size = unit < 0 ? std::min<std::size_t>(2, rest.size()) : 6;
    if (is_high(unit) && is_low(escaped_unit(rest.substr(size))))
        size = 12;
    else if (is_high(unit) || is_low(unit)) {
        repaired += replacement;
        return rest.remove_prefix(size);
    }
    // The byte after a backslash need not be a character.
    if (unit < 0)
        size = 1 + (rest.size() > 1 && static_cast<signed char>(rest[1]) > 0 ? 1 : 0);
    repaired += rest.substr(0, size);
    rest.remove_prefix(size);
}

static bool repair_number(std::string& repaired, std::string_view& rest)
{
    for (const std::string_view word : {"NaN", "-NaN", "Infinity", "-Infinity"}) {
        if (rest.starts_with(word)) {
            repaired += "null";
            rest.remove_prefix(word.size());
            return true;
        }
    }
    return false;
}

std::string repaired_json(std::string_view text)
{
    std::string_view rest = text;
    std::string repaired;
    repaired.reserve(rest.size());
    bool is_string = false;
    while (!rest.empty()) {
        if (is_string && rest.front() == '\\') {
            repair_escape(repaired, rest);
            continue;
        }
        if (!is_string && repair_number(repaired, rest))
            continue;
        is_string = is_string != (rest.front() == '"');
        const std::size_t size = character_size(rest);
        repaired += size == 0 ? replacement : rest.substr(0, size);
        rest.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return repaired;
}

Json parse_server_json(std::string_view text)
{
    static constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.starts_with(mark))
        text.remove_prefix(mark.size());
    try {
        return json::parse_bounded(text);
    } catch (const ToolError&) {
        const std::string repaired = repaired_json(text);
        if (repaired == text)
            throw;
        return json::parse_bounded(repaired);
    }
}

ToolError unusable_answer(const std::string& what)
{
    return {Code::unsupported, "the server's response can't be used: " + what};
}

Json parse_answer(std::string_view body)
{
    try {
        return parse_server_json(body);
    } catch (const ToolError& error) {
        if (text::stripped(body).empty())
            throw unusable_answer("it is empty");
        if (!text::stripped(body).starts_with('<'))
            throw unusable_answer(error.message);
        throw ToolError(Code::unsupported, unusable_answer("it is a page of HTML or XML").message,
            "--base-url names the API, which ends in /v1 for most servers");
    }
}

}
