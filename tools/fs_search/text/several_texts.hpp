#pragma once

#include "finder.hpp"
#include "tools/fs_search/regex/rarity.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fs_search::text {

// Searches for the rarest few bytes of each text. The texts are distributed over eight buckets.
// Each bucket has a bit in tables that are indexed by the halves of a byte (Teddy, from Intel's
// Hyperscan).
class SeveralTexts : public Finder {
public:
    SeveralTexts(const regex::Texts& texts, Instructions instructions);
    const char* find(const char* begin, const char* end) const override;

private:
    struct Placed {
        std::string text;
        std::size_t offset; // offset of its window
    };
    using Table = std::array<std::uint8_t, 16>;
    struct Range {
        const char* begin;
        const char* end;
    };

    static constexpr std::size_t buckets_count = 8;
    static constexpr std::size_t widest_window = 3;

    Placed place(const std::string& text) const;
    void enter(std::size_t bucket, const Placed& placed);
    void enter_byte(std::size_t bucket, std::size_t position, unsigned char byte);
    unsigned buckets_at(const char* at) const;
    bool holds(const Range& range, const char* at, unsigned found) const;
    const char* find_portably(const Range& range, const char* at) const;
    const char* find_with_avx2(const Range& range) const;

    bool any_case;
    bool with_avx2;
    std::size_t window;
    std::array<std::vector<Placed>, buckets_count> buckets;
    std::array<Table, widest_window> low {}; // all bits are set for positions beyond the window
    std::array<Table, widest_window> high {};
};

}
