#include "toolkit/change/expected_hash.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <strings.h>

#include <algorithm>
#include <cctype>

namespace toolkit::change {

void check_is_hash(std::string_view expected)
{
    const auto is_digit = [](unsigned char letter) { return std::isxdigit(letter) != 0; };
    if (expected.size() != 64 || !std::all_of(expected.begin(), expected.end(), is_digit))
        throw ToolError(Code::bad_request,
            "'expectedSha256' must be 64 hexadecimal digits, not " + text::in_quotes(expected));
}

void check_expected_hash(
    const std::string& actual, std::string_view expected, std::string_view path)
{
    if (actual.empty())
        throw ToolError(Code::conflict,
            text::in_quotes(path) + " does not exist, so it can't have the expected content",
            "leave out 'expectedSha256' to create it");
    if (strcasecmp(actual.c_str(), std::string(expected).c_str()) != 0)
        throw ToolError(Code::conflict,
            text::in_quotes(path) + " has another content than expected",
            "its sha256 is " + actual + "; read it again before you change it");
}

}
