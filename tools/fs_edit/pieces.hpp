#pragma once

#include "toolkit/text/unified_diff.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace fs_edit {

using namespace toolkit;

// A text that is changed several times, each time in the result of the previous change. Combines
// these changes into changes of the original text.
class Pieces {
public:
    explicit Pieces(std::size_t size)
        : Pieces(text::TextRange {0, size})
    {
    }

    // Begins with a part of a text.
    explicit Pieces(text::TextRange part)
        : pieces {{true, part.begin, part.end, {}}}
        , original(part)
    {
    }

    // Keeps the part of the current text before `at`, and returns the rest.
    Pieces split(std::size_t at);

    // Applies changes to the current text. They must be sorted and must not overlap.
    void apply(const std::vector<text::TextChange>& changes);

    // Returns the changes of the original text, sorted and without overlap.
    std::vector<text::TextChange> changes() const;

    // Returns true if a range of the current text contains inserted text.
    bool has_new(text::TextRange range) const;

    // Returns true if a range of the original text is unchanged.
    bool has_kept(text::TextRange range) const;

private:
    struct Piece {
        bool is_kept; // bytes of the original text; otherwise `text`
        std::size_t begin;
        std::size_t end;
        std::string text;

        std::size_t size() const { return is_kept ? end - begin : text.size(); }
        Piece part(std::size_t first, std::size_t last) const;
    };

    std::vector<Piece> pieces;
    text::TextRange original;
};

}
