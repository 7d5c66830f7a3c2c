#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

enum class Case { exact, any }; // any: of ASCII letters

// Finds many texts in one pass: three bytes at each place are looked up in a table, and compared only where
// they begin one of the texts.
class LiteralScan {
public:
    // Of at least three bytes.
    void add(std::string literal, Case letters, std::size_t id);

    // Calls `visit` with the place and the id of each that is found, in the order of places.
    void find(std::string_view text, const std::function<void(std::size_t at, std::size_t id)>& visit) const;

    // Where the longest end of the text begins that one of them may go on from; its size where none does.
    std::size_t possible_beginning(std::string_view text) const;

private:
    struct Literal {
        std::uint32_t hash; // of its first three bytes
        std::string text; // in lower case where the case is any
        Case letters;
        std::size_t id;
    };

    static constexpr unsigned table_bits = 14;

    // Letters hash alike in both cases.
    static std::uint32_t hash_of(std::uint32_t three_bytes)
    {
        return (((three_bytes | 0x202020U) & 0xffffffU) * 0x9e3779b1U) >> (32U - table_bits);
    }

    void look_up(std::string_view text, std::size_t at, std::uint32_t hash,
        const std::function<void(std::size_t at, std::size_t id)>& visit) const;

    std::array<bool, 1U << table_bits> is_begun {};
    std::vector<Literal> literals; // by hash
};
