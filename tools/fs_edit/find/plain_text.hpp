#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fs_edit::find {

// A text with plain characters in place of typographic ones (see toolkit/text/folding.hpp) and LF
// in place of CRLF, and the way between the two.
class PlainText {
public:
    explicit PlainText(std::string_view original);

    std::string_view text() const { return plain; }
    bool has_typography() const { return is_typographic; }

    // The same place in the original, before or behind characters that have no width; nothing
    // within a character that is several plain ones.
    enum class Edge { begin, end };
    std::optional<std::size_t> in_original(std::size_t offset, Edge edge) const;

    // The place of a byte of the original.
    std::size_t in_plain(std::size_t offset) const;

private:
    struct Difference {
        std::size_t plain, plain_end;
        std::size_t original, original_end;
    };

    void add(std::string_view replacement, std::size_t begin, std::size_t end);

    std::string plain;
    std::vector<Difference> differences;
    bool is_typographic = false;
};

}
