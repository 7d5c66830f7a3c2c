#pragma once

#include "finder.hpp"

#include <array>
#include <string>

namespace fs_search::text {

// Searches for the two rarest bytes of a text at their distance, and compares the text only where
// both occur.
class SingleText : public Finder {
public:
    SingleText(std::string looked_for, bool any_case, Instructions instructions);
    const char* find(const char* begin, const char* end) const override;

private:
    struct Sign {
        std::size_t offset;
        unsigned char byte;
        unsigned char case_bit; // is set in a byte before it is compared
    };

    Sign sign_at(std::size_t offset) const;
    bool has_signs(const char* at) const;
    bool is_at(const char* at) const { return begins_with(at, text, any_case); }
    const char* find_portably(const char* at, const char* last) const;
    const char* find_with_avx2(const char* at, const char* last) const;

    std::string text;
    bool any_case;
    bool with_avx2;
    std::array<Sign, 2> signs {};
};

}
