#include "runner/server/run_id.hpp"

#include "toolkit/system/error.hpp"

#include <sys/random.h>

#include <array>
#include <cstdint>

namespace runner::server {

using namespace toolkit;

static constexpr std::string_view digits_of_ids = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
static constexpr std::size_t digits_of_time = 10;
static constexpr std::size_t digits_of_chance = 16;

std::string new_run_id(std::chrono::system_clock::time_point now)
{
    std::array<unsigned char, digits_of_chance> random {}; // 5 bits of each byte count
    if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
        throw system::system_error("cannot get random bytes for an id");
    auto time = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count());
    std::string id(digits_of_time, '0');
    for (std::size_t at = digits_of_time; at-- > 0; time >>= 5)
        id[at] = digits_of_ids[time & 31];
    for (const unsigned char byte : random)
        id += digits_of_ids[byte & 31];
    return id;
}

bool is_run_id(std::string_view text)
{
    return text.size() == digits_of_time + digits_of_chance
        && text.find_first_not_of(digits_of_ids) == std::string_view::npos;
}

}
