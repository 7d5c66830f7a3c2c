#include "runner/spellings.hpp"

#include "toolkit/text.hpp"
#include "toolkit/whole_json.hpp"

#include <algorithm>
#include <array>
#include <cctype>

using Spellings = std::vector<std::string>;

static std::string in_json(const std::string& value, bool only_ascii)
{
    const std::string text = Json(value).dump(-1, ' ', only_ascii);
    return text.substr(1, text.size() - 2);
}

// A secret with a quote or a line break looks different in JSON: a tool's answer is JSON in a JSON string,
// and may hold a file that is JSON again.
static void add_json(const std::string& value, Spellings& result)
{
    if (!is_utf8(value))
        return;
    std::array<std::string, 2> escaped {value, value};
    for (int depth = 0; depth < 3; ++depth) {
        for (const std::size_t ascii : {0U, 1U}) {
            escaped.at(ascii) = in_json(escaped.at(ascii), ascii == 1);
            result.push_back(escaped.at(ascii));
        }
    }
}

static void add_url(const std::string& value, Spellings& result)
{
    static constexpr std::string_view unreserved = "-._~"; // RFC 3986, 2.3
    static constexpr std::string_view often_left
        = "-._~!$&'()*+,;=:@/?"; // what may stand bare in some part of a URL
    for (const std::string_view digits : {"0123456789ABCDEF", "0123456789abcdef"})
        for (const std::string_view left : {unreserved, often_left})
            for (const std::string_view blank : {"%20", "+"}) {
                std::string text;
                for (const char c : value) {
                    const auto byte = static_cast<unsigned char>(c);
                    if (c == ' ')
                        text += blank;
                    else if (std::isalnum(byte) != 0 || left.find(c) != std::string_view::npos)
                        text += c;
                    else
                        text += {'%', digits[byte >> 4U], digits[byte & 15U]};
                }
                result.push_back(std::move(text));
            }
}

// Only the characters that all bits of come from the value: what is around it decides the others.
static void add_base64(const std::string& value, Spellings& result)
{
    for (const std::size_t before : {0U, 1U, 2U}) {
        const std::string text = base64_encode(std::string(before, '\0') + value);
        const std::size_t first = (before * 8 + 5) / 6;
        const std::size_t behind = (before + value.size()) * 8 / 6;
        std::string sure = text.substr(first, behind - first);
        result.push_back(sure);
        std::replace(sure.begin(), sure.end(), '+', '-');
        std::replace(sure.begin(), sure.end(), '/', '_');
        result.push_back(std::move(sure));
    }
}

std::vector<std::string> spellings(const std::string& value)
{
    Spellings result {value};
    add_json(value, result);
    add_url(value, result);
    add_base64(value, result);
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}
