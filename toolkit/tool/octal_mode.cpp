#include "toolkit/tool/octal_mode.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/text_format.hpp"

#include <string>

namespace toolkit::tool {

mode_t parse_mode(std::string_view octal, std::string_view field)
{
    const std::string_view digits = octal.size() == 4 && octal[0] == '0' ? octal.substr(1) : octal;
    if (!octal_mode_format.fits(octal))
        throw ToolError(Code::bad_request,
            text::in_quotes(field) + " must be " + octal_mode_format.words + ", not "
                + text::in_quotes(octal),
            octal_mode_format.hint);
    return static_cast<mode_t>(std::stoul(std::string(digits), nullptr, 8));
}

}
