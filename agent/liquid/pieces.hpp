#pragma once

#include <cstddef>
#include <string_view>

namespace agent::liquid {

// A piece of a template's source: a text, {{ … }}, or {% … %}.
struct Piece {
    enum class Kind { text, output, tag, end };
    Kind kind = Kind::end;
    std::string_view content; // of an output and a tag the text between the marks
    std::size_t offset = 0; // of `content`
    std::string_view name = {}; // of a tag: its first word, which `content` then is without; or #
};

// Walks along a source. {{- and {%- take the whitespace before them out of the text, -}} and -%}
// that after them.
class Pieces {
public:
    explicit Pieces(std::string_view source)
        : source(source)
    {
    }

    // Throws TemplateError if {{ or {% has no end, or a tag no name.
    Piece next();

    // Of {% raw %} or {% comment %} that was the last piece: the text before its end, which is
    // taken as well.
    Piece until_end_of_raw();
    void skip_comment();

private:
    Piece text_until(std::size_t end);
    Piece marked(std::string_view close, Piece::Kind kind);

    std::string_view source;
    std::size_t place = 0;
    bool trims_next = false;
};

}
