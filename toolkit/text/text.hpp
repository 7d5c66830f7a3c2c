#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// Returns true for valid UTF-8 according to RFC 3629: no overlong forms, no surrogates, nothing
// above U+10FFFF.
bool is_utf8(std::string_view bytes);

// Returns the largest offset <= `position` that does not split a UTF-8 character. Returns
// `position` itself for bytes that are not UTF-8.
std::size_t utf8_boundary(std::string_view bytes, std::size_t position);

// Returns the text itself if it is valid UTF-8. Otherwise every byte that is not valid, and every
// backslash, is written as \xNN, so that nothing is lost and no two names are printed alike.
std::string printable(std::string_view bytes);

// Text in which U+FFFD replaces bytes that are not UTF-8.
struct Readable {
    std::string text;
    std::size_t replaced = 0; // number of U+FFFD inserted: one for each byte or lone surrogate
};

// Returns bytes that are UTF-8 except for a few as text. At most a tenth of the bytes may be
// invalid, and if any are, there must be no NUL. Otherwise returns nullopt: the bytes are binary,
// or in another encoding.
std::optional<Readable> readable(std::string_view bytes);

// Returns how many bytes at the end are the beginning of an incomplete UTF-8 character: 0 to 3.
std::size_t size_of_split_character(std::string_view bytes);

// Returns printable() in single quotes, cut to 200 bytes: the form of names in messages.
std::string in_quotes(std::string_view bytes);

// Returns the text without the spaces, tabs and newlines around it. For a single line see
// toolkit/text/folding.hpp.
std::string_view stripped(std::string_view text);

// Returns base64 according to RFC 4648 section 4, with padding.
std::string base64_encode(std::string_view bytes);

// Returns nullopt if `text` is not valid base64: it has another character (including whitespace),
// wrong or missing padding, or bits set after the last byte.
std::optional<std::string> base64_decode(std::string_view text);

// Returns the name in `candidates` that is nearest to `name` by optimal string alignment distance:
// insertion, deletion, replacement and swap of neighbours, where a difference of case counts half.
// Returns nullopt if more than about a third of the letters differ in each of them.
template<class Names>
std::optional<std::string> nearest(std::string_view name, const Names& candidates);

// Returns the distance that nearest() compares, in half steps.
std::size_t distance(std::string_view left, std::string_view right);

template<class Names>
std::optional<std::string> nearest(std::string_view name, const Names& candidates)
{
    std::optional<std::string> best;
    std::size_t best_distance = 2 * name.size() / 3 + 2;
    for (const auto& candidate : candidates) {
        // Each difference in length counts as one step. This avoids a table of quadratic size for a
        // long hostile name.
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
