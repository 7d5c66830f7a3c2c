#include "toolkit/json/json_text.hpp"

namespace toolkit::json {

std::string stray_bytes_in(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        return "at byte 1: it begins with a byte order mark";
    const std::size_t nul = text.find('\0');
    return nul == std::string_view::npos ? ""
                                         : "at byte " + std::to_string(nul + 1) + ": a NUL byte";
}

}
