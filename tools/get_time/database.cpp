#include "database.hpp"

#include <charconv>

// cmake/embed_zones.cpp makes the file, and says what is in it.
asm(".section .rodata\n"
    "zones_begin: .incbin \"" ZONES_FILE "\"\n"
    "zones_end:\n"
    ".previous\n");

extern "C" const char zones_begin[], zones_end[]; // NOLINT(readability-identifier-naming)

namespace {

struct Database {
    std::string_view index;
    std::string_view data;
};

Database database()
{
    const std::string_view all(zones_begin, static_cast<std::size_t>(zones_end - zones_begin));
    const std::size_t index_size = all.find("\n\n") + 1;
    return {all.substr(0, index_size), all.substr(index_size + 1)};
}

std::size_t take_number(std::string_view& text)
{
    std::size_t number = 0;
    const auto result = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
    return number;
}

}

std::optional<std::string_view> find_zone(std::string_view name)
{
    const auto [index, data] = database();
    if (name.empty() || name.find_first_of(" \n") != std::string_view::npos)
        return std::nullopt;
    const std::string line = "\n" + std::string(name) + " ";
    const std::size_t at = index.starts_with(line.substr(1)) ? 0 : index.find(line) + 1;
    if (at == 0 && !index.starts_with(line.substr(1)))
        return std::nullopt;
    std::string_view numbers = index.substr(at + name.size());
    const std::size_t offset = take_number(numbers);
    const std::size_t size = take_number(numbers);
    return data.substr(offset, size);
}

std::vector<std::string> zone_names()
{
    std::vector<std::string> names;
    std::string_view index = database().index;
    while (!index.empty()) {
        names.emplace_back(index.substr(0, index.find(' ')));
        index.remove_prefix(index.find('\n') + 1);
    }
    return names;
}
