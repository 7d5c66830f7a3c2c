#include "database.hpp"

#include <charconv>

namespace get_time {

// cmake/embed_zones.cpp makes this file and describes its format.
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

std::size_t take_number(std::string_view& text)
{
    std::size_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
    return number;
}

Database database()
{
    std::string_view all(zones_begin, static_cast<std::size_t>(zones_end - zones_begin));
    const std::size_t index_size = take_number(all);
    return {all.substr(1, index_size), all.substr(1 + index_size)};
}

std::string_view name_in(std::string_view line) { return line.substr(0, line.find(' ')); }

// Returns the line that contains byte `at` of the index, including its newline.
std::string_view line_at(std::string_view index, std::size_t at)
{
    const std::size_t begin = at == 0 ? 0 : index.rfind('\n', at - 1) + 1; // npos + 1 is 0
    return index.substr(begin, index.find('\n', begin) + 1 - begin);
}

}

std::optional<std::string_view> find_zone(std::string_view name)
{
    const auto [index, data] = database();
    std::size_t low = 0;
    for (std::size_t high = index.size(); low < high;) {
        std::string_view line = line_at(index, low + (high - low) / 2);
        const auto begin = static_cast<std::size_t>(line.data() - index.data());
        if (name_in(line) < name) {
            low = begin + line.size();
        } else if (name_in(line) > name) {
            high = begin;
        } else {
            line.remove_prefix(name.size() + 1);
            const std::size_t offset = take_number(line);
            line.remove_prefix(1);
            return data.substr(offset, take_number(line));
        }
    }
    return std::nullopt;
}

std::vector<std::string> zone_names()
{
    std::vector<std::string> names;
    std::string_view index = database().index;
    while (!index.empty()) {
        names.emplace_back(name_in(index));
        index.remove_prefix(index.find('\n') + 1);
    }
    return names;
}

}
