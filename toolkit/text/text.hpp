#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// Valid UTF-8 as RFC 3629 has it: no overlong form, no surrogate, nothing above U+10FFFF.
bool is_utf8(std::string_view bytes);

// The largest cut <= `position` that splits no UTF-8 character. Bytes that are not UTF-8 are left
// alone: then the answer is `position` itself.
std::size_t utf8_boundary(std::string_view bytes, std::size_t position);

// The text itself where it is valid UTF-8; else with every byte that is not, and every backslash,
// written as \xNN, so that nothing is dropped and two names never print alike.
std::string printable(std::string_view bytes);

// A text with U+FFFD in place of bytes that are not UTF-8.
struct Readable {
    std::string text;
    std::size_t replaced = 0; // how many U+FFFD were put in: one for each byte or lone surrogate
};

// Returns bytes that are UTF-8 but for a few as text: at most a tenth of them is not, and then they
// have no NUL. Otherwise returns nullopt: they are binary, or in another encoding.
std::optional<Readable> readable(std::string_view bytes);

// Returns how many bytes at the end begin a UTF-8 character that is cut off; 0 to 3.
std::size_t size_of_split_character(std::string_view bytes);

// printable() in single quotes, cut to 200 bytes: how a message names a thing.
std::string in_quotes(std::string_view bytes);

// A text of any lines without the blanks, tabs and line ends around it; for a single line see
// toolkit/text/folding.hpp.
std::string_view stripped(std::string_view text);

// RFC 4648 section 4, with padding.
std::string base64_encode(std::string_view bytes);

// Nothing where `text` is not base64: another character (white space too), wrong or missing
// padding, or bits set after the last byte.
std::optional<std::string> base64_decode(std::string_view text);

// Of `candidates`, the name that is nearest to `name` by optimal string alignment distance (insert,
// delete, replace, swap neighbours; case counts half), or nothing where none is near: more than a
// third of its letters differ.
template<class Names>
std::optional<std::string> nearest(std::string_view name, const Names& candidates);

// The distance that nearest() compares, in halves.
std::size_t distance(std::string_view left, std::string_view right);

template<class Names>
std::optional<std::string> nearest(std::string_view name, const Names& candidates)
{
    std::optional<std::string> best;
    std::size_t best_distance = 2 * name.size() / 3 + 2;
    for (const auto& candidate : candidates) {
        // Each letter more or less counts one: no table of a hostile name's length squared.
        const std::size_t longer = std::max(name.size(), candidate.size());
        if (2 * (longer - std::min(name.size(), candidate.size())) >= best_distance)
            continue;
        const std::size_t found = distance(name, candidate);
        if (found < best_distance) {
            best_distance = found;
            best = std::string(candidate);
        }
    }
    return best;
}

}
