#include "toolkit/tool/octal_mode.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace toolkit::tool {

mode_t parse_mode(std::string_view octal, std::string_view field)
{
    const std::string_view digits = octal.size() == 4 && octal[0] == '0' ? octal.substr(1) : octal;
    const bool is_octal = std::all_of(
        digits.begin(), digits.end(), [](char digit) { return digit >= '0' && digit <= '7'; });
    if (digits.size() != 3 || !is_octal)
        throw ToolError(Code::bad_request,
            text::in_quotes(field) + " must be three octal digits, not " + text::in_quotes(octal),
            "such as \"0644\" or \"0755\"");
    return static_cast<mode_t>(std::stoul(std::string(digits), nullptr, 8));
}

}
