#include "toolkit/text/lower_case.hpp"

namespace toolkit::text {

std::string in_lower_case(std::string_view text)
{
    std::string result(text);
    for (char& letter : result)
        letter = in_lower_case(letter);
    return result;
}

}
