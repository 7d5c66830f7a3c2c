#include "toolkit/json/json_extent.hpp"

#include <string>

namespace toolkit::json {

std::size_t extent_of_value(std::string_view text)
{
    static constexpr std::size_t most_depth = 64;
    std::string closing;
    bool is_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (is_string) {
            at += byte == '\\' ? 1 : 0;
            is_string = byte != '"';
        } else if (byte == '{' || byte == '[') {
            closing += byte == '{' ? '}' : ']';
            if (closing.size() > most_depth)
                return 0;
        } else if (closing.empty()) {
            return 0;
        } else if (byte == '"') {
            is_string = true;
        } else if (byte == '}' || byte == ']') {
            if (closing.back() != byte)
                return 0;
            closing.pop_back();
            if (closing.empty())
                return at + 1;
        }
    }
    return 0;
}

}
