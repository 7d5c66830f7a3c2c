#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

enum class Case { exact, any }; // any: of ASCII letters

// Finds many texts in one pass: three bytes at each place are looked up in a table, then four in
// another one, and compared only if they begin one of the texts.
class LiteralScan {
public:
    // Takes a place and the ids of all that begin there; false ends the search.
    using Visit = std::function<bool(std::size_t at, const std::vector<std::size_t>& ids)>;

    // Of at least three bytes.
    void add(std::string literal, Case letters, std::size_t id);

    // Visits each place from `from` on where something begins, in order. Returns where the search
    // ended: where `visit` ended it, or unless `is_last`, where one may begin that the end of the
    // text cuts off; else the size.
    std::size_t find(
        std::string_view text, std::size_t from, bool is_last, const Visit& visit) const;

private:
    struct Literal {
        std::string text; // in lower case where the case is any
        Case letters;
        std::size_t id;
    };

    static constexpr unsigned table_bits = 14;
    static constexpr unsigned next_bits = 16;

    // Letters hash alike in both cases. Of 150 factors this one has the fewest collisions of ours
    // with what is frequent in programs.
    static std::uint32_t hash_of(std::uint32_t three_bytes)
    {
        return (((three_bytes | 0x202020U) & 0xffffffU) * 0xe901e35dU) >> (32U - table_bits);
    }

    static std::uint32_t hash_of_four(std::uint32_t bytes)
    {
        return ((bytes | 0x20202020U) * 0x85ebca6bU) >> (32U - next_bits);
    }

    // Goes on where three bytes begin a text. Of at least four bytes.
    bool may_begin_here(const char* at) const
    {
        std::uint32_t bytes = 0;
        std::memcpy(&bytes, at, sizeof bytes);
        return are_begun.test(hash_of_four(bytes)) || is_begun[hash_of(bytes)] == Begun::whole;
    }

    bool look_up(std::string_view rest, std::uint32_t hash, std::vector<std::size_t>& ids) const;
    void mark_beginning(std::string_view literal, Case letters);
    bool may_begin_with(std::string_view rest) const;

    // What begins with these three bytes: no text, longer texts only, or also a text of three
    // bytes.
    enum Begun : std::uint8_t { nothing, longer, whole };
    std::array<std::uint8_t, 1U << table_bits> is_begun {};
    std::bitset<1U << next_bits> are_begun; // texts of at least four bytes, by the first four
    std::bitset<1U << 8U> first_bytes;
    std::bitset<1U << 16U> first_two;
    std::multimap<std::uint32_t, Literal> literals; // by the hash of their first three bytes
};

}
