#include "agent/model/price.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace agent::model {

using namespace toolkit;

static double count_in(const Json& usage, const char* name)
{
    const Json& value = json::member(usage, name);
    return value.is_number() ? std::clamp(value.get<double>(), 0.0, max_tokens_counted) : 0;
}

double cost_of(const Json& usage, const Price& price)
{
    static constexpr double many = 1e6;
    const double asked = count_in(usage, "prompt_tokens");
    // DeepSeek's servers use another name.
    const double cached = std::min(asked,
        std::max(count_in(json::member(usage, "prompt_tokens_details"), "cached_tokens"),
            count_in(usage, "prompt_cache_hit_tokens")));
    return ((asked - cached) * price.input + cached * price.cached
               + count_in(usage, "completion_tokens") * price.output)
        / many;
}

std::string amount_text(double amount)
{
    std::array<char, 64> text {};
    std::snprintf(text.data(), text.size(), "%.6f", amount); // NOLINT(cert-err33-c): it fits
    std::string result = text.data();
    result.erase(result.find_last_not_of('0') + 1);
    if (result.ends_with('.'))
        result.pop_back();
    return result;
}

}
