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
using Replacement = text::TextChange; // what takes the place of a match

// A text with LF in place of CRLF and, if wanted, with plain characters in place of typographic
// ones (see toolkit/text/folding.hpp), and the way between the two.
class PlainText {
public:
    enum class Fold { newlines, typography };

    // `original` must outlive the object, which copies it only if there is anything to replace.
    PlainText(std::string_view original, Fold fold);

    std::string_view text() const { return differences.empty() ? original : copy; }
    bool has_typography() const { return is_typographic; }

    // Returns the same place in the original: of a newline with its CR, and of the characters that
    // have no width none at the edges. Nullopt if an edge is within a character that is several
    // plain ones.
    std::optional<Match> in_original(Match place) const;

    // Returns the place of a byte of the original.
    std::size_t in_plain(std::size_t offset) const;

    // Calls visit(character, begin, end) for each typographic character of the original, with its
    // place in the plain text.
    template<class Visit>
    void visit_typography(const Visit& visit) const
    {
        for (const Difference& one : differences)
            if (original[one.original] != '\r')
                visit(original.substr(one.original, one.size), one.plain, one.plain_end());
    }

private:
    // Small: a file of CRLF has one for each line.
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

// Returns the new text in place of `there`, a part of a file that differs from the old text in
// newlines and typographic characters alone (see PlainText). What the new text has in common with
// the old one is as in the file, and so is a line that is moved; a typographic character that the
// old text has only for plain ones of the file is plain in the rest. New lines end as `around`.
std::string typographic_text(std::string_view there, std::string_view old_text,
    std::string_view new_text, text::LineEnd around);

}
