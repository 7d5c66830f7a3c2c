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

enum class Case { exact, any }; // any: either case of ASCII letters

// Finds many texts in one pass. Looks up three bytes at each position in a table, then four in
// another one, and compares only if both lookups succeed.
class LiteralScan {
public:
    // Receives a position and the ids of all texts that begin there; returns false to end the
    // search.
    using Visit = std::function<bool(std::size_t at, const std::vector<std::size_t>& ids)>;

    // Adds a text of at least three bytes.
    void add(std::string literal, Case letters, std::size_t id);

    // Visits each position from `from` on where a text begins, in order. Returns where the search
    // ended: the position at which `visit` ended it, or, unless `is_last`, the first one where a
    // text may begin that the end cuts off; otherwise the size.
    std::size_t find(
        std::string_view text, std::size_t from, bool is_last, const Visit& visit) const;

private:
    struct Literal {
        std::string text; // in lower case if the case is any
        Case letters;
        std::size_t id;
    };

    static constexpr unsigned table_bits = 14;
    static constexpr unsigned next_bits = 16;

    // Both cases of a letter have the same hash. Of 150 factors this one has the fewest collisions
    // of our texts with frequent texts in programs.
    static std::uint32_t hash_of(std::uint32_t three_bytes)
    {
        return (((three_bytes | 0x202020U) & 0xffffffU) * 0xe901e35dU) >> (32U - table_bits);
    }

    static std::uint32_t hash_of_four(std::uint32_t bytes)
    {
        return ((bytes | 0x20202020U) * 0x85ebca6bU) >> (32U - next_bits);
    }

    // Second test, after three bytes that begin a text. Needs at least four bytes.
    bool may_begin_here(const char* at) const
    {
        std::uint32_t bytes = 0;
        std::memcpy(&bytes, at, sizeof bytes);
        return are_begun.test(hash_of_four(bytes)) || is_begun[hash_of(bytes)] == Begun::whole;
    }

    bool look_up(std::string_view rest, std::uint32_t hash, std::vector<std::size_t>& ids) const;
    void mark_beginning(std::string_view literal, Case letters);
    bool may_begin_with(std::string_view rest) const;

    // The texts that begin with these three bytes: none, longer texts only, or also a text of three
    // bytes.
    enum Begun : std::uint8_t { nothing, longer, whole };
    std::array<std::uint8_t, 1U << table_bits> is_begun {};
    std::bitset<1U << next_bits> are_begun; // texts of at least four bytes, by their first four
    std::bitset<1U << 8U> first_bytes;
    std::bitset<1U << 16U> first_two;
    std::multimap<std::uint32_t, Literal> literals; // by the hash of their first three bytes
};

}
