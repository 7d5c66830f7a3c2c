#include "toolkit/text/lone_returns.hpp"

#include <algorithm>

namespace toolkit::text {

bool has_lone_returns(std::string_view file)
{
    return file.find('\r') != std::string_view::npos && file.find('\n') == std::string_view::npos;
}

std::string with_line_feeds(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] != '\r')
            result += text[at];
        else if (!text.substr(at + 1).starts_with('\n'))
            result += '\n';
    return result;
}

void put_returns(std::string& text) { std::replace(text.begin(), text.end(), '\n', '\r'); }

}
