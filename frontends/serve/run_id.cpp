#include "frontends/serve/run_id.hpp"

#include "toolkit/system/random.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace frontends::serve {

using namespace toolkit;

static constexpr std::string_view digits_of_ids = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
static constexpr std::size_t digits_of_time = 10;
static constexpr std::size_t digits_of_chance = 16;

std::string new_run_id(std::chrono::system_clock::time_point now)
{
    std::array<unsigned char, digits_of_chance> random {}; // 5 bits of each byte are used
    system::fill_randomly(random, "an id");
    auto time = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count());
    std::string id(digits_of_time, '0');
    for (std::size_t at = digits_of_time; at-- > 0; time >>= 5)
        id[at] = digits_of_ids[time & 31];
    for (const unsigned char byte : random)
        id += digits_of_ids[byte & 31];
    return id;
}

std::chrono::system_clock::time_point time_of_run_id(std::string_view id)
{
    if (!is_run_id(id))
        return {};
    std::uint64_t time = 0;
    for (const char digit : id.substr(0, digits_of_time))
        time = time << 5 | digits_of_ids.find(digit);
    return std::chrono::system_clock::time_point(std::chrono::milliseconds(time));
}

std::chrono::system_clock::time_point TimesOfIds::next(std::chrono::system_clock::time_point now)
{
    last = std::max(now, last + std::chrono::milliseconds(1));
    return last;
}

bool is_run_id(std::string_view text)
{
    return text.size() == digits_of_time + digits_of_chance
        && text.find_first_not_of(digits_of_ids) == std::string_view::npos;
}

RunId::RunId(std::string_view id)
{
    std::copy_n(id.begin(), std::min(id.size(), digits.size()), digits.begin());
}

}
