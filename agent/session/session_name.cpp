#include "agent/session/session_name.hpp"

#include "toolkit/text/characters.hpp"

#include <array>

namespace agent::session {

using namespace toolkit;

// So much of it leaves room for the rest in 64 letters.
static constexpr std::size_t max_directory = 40;

static std::string in_letters(std::string_view path)
{
    std::string name(path.substr(path.find_last_of('/') + 1));
    for (char& letter : name)
        if (text::name_length(std::string_view(&letter, 1), "._-") != 1)
            letter = '-';
    while (!name.empty() && !text::is_letter_or_digit(name.front()))
        name.erase(0, 1);
    return name.empty() ? "chat" : name.substr(0, max_directory);
}

std::string session_name(std::string_view directory, std::time_t now, int number)
{
    std::tm parts {};
    localtime_r(&now, &parts);
    std::array<char, 16> date {};
    const std::size_t size = std::strftime(date.data(), date.size(), "%Y%m%d-%H%M", &parts);
    return in_letters(directory) + "-" + std::string(date.data(), size)
        + (number > 1 ? "-" + std::to_string(number) : "");
}

}
