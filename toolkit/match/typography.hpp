#pragma once

#include "toolkit/text/lines.hpp"
#include "toolkit/text/unified_diff.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::match {

using Match = text::TextRange;
using Replacement = text::TextChange; // a match and the text that replaces it

// A text with LF in place of CRLF and, if wanted, plain characters in place of typographic ones
// (see toolkit/text/folding.hpp). Converts places between this text and the original.
class PlainText {
public:
    enum class Fold { newlines, typography };

    // `original` must outlive the object. It is copied only if there is anything to replace.
    PlainText(std::string_view original, Fold fold);

    std::string_view text() const { return differences.empty() ? original : copy; }
    bool has_typography() const { return is_typographic; }

    // Returns the same place in the original. A newline includes its CR. Characters without a width
    // at the edges are not included. Returns nullopt if an edge is within a character whose plain
    // form has several characters.
    std::optional<Match> in_original(Match place) const;

    // Returns the offset in the plain text of a byte of the original.
    std::size_t in_plain(std::size_t offset) const;

    // Calls visit(character, begin, end) for each typographic character of the original. `begin`
    // and `end` are its place in the plain text.
    template<class Visit>
    void visit_typography(const Visit& visit) const
    {
        for (const Difference& one : differences)
            if (original[one.original] != '\r')
                visit(original.substr(one.original, one.size), one.plain, one.plain_end());
    }

private:
    // Kept small, since a file with CRLF has one for each line.
    struct Difference {
        std::size_t plain;
        std::size_t original;
        std::uint8_t plain_size;
        std::uint8_t size;

        std::size_t plain_end() const { return plain + plain_size; }
        std::size_t original_end() const { return original + size; }
    };
    enum class Edge { begin, end };

    void add(std::string_view replacement, std::size_t begin, std::size_t end);
    std::optional<std::size_t> in_original(std::size_t offset, Edge edge) const;

    std::string_view original;
    std::string copy;
    std::vector<Difference> differences;
    bool is_typographic = false;
};

// Returns the new text as it replaces `there`, a part of a file that differs from the old text only
// in newlines and typographic characters (see PlainText). The parts that both texts have in common
// are taken from the file, and so are lines that are moved. If the old text has a typographic
// character only where the file has plain ones, it is made plain in the rest of the new text. New
// lines end with `around`.
std::string typographic_text(std::string_view there, std::string_view old_text,
    std::string_view new_text, text::LineEnd around);

}
