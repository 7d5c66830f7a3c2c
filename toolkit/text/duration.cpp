#include "toolkit/text/duration.hpp"

namespace toolkit::text {

std::string duration_text(std::chrono::milliseconds duration)
{
    const auto count = duration.count();
    if (count < 1000)
        return std::to_string(count) + "ms";
    std::string fraction = std::to_string(1000 + count % 1000).substr(1);
    fraction.resize(fraction.find_last_not_of('0') + 1);
    return std::to_string(count / 1000) + (fraction.empty() ? "" : "." + fraction) + "s";
}

}
