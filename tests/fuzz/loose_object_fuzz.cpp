#include "fuzz.hpp"

#include "tools/exec/git/inflate.hpp"
#include "tools/exec/git/loose_object.hpp"

#include <cstddef>
#include <string>
#include <utility>

using namespace exec::git;

// A loose object that a command has written: any bytes, in any pieces.
void fuzz(std::string_view input)
{
    const std::size_t step = input.empty() ? 1 : 1 + static_cast<unsigned char>(input.front());
    const std::string_view bytes = input.substr(input.empty() ? 0 : 1);
    const auto inflated = [&](std::size_t size) {
        std::string_view rest = bytes;
        std::string text;
        const bool is_whole = inflate(
            [&] {
                const std::string_view piece = rest.substr(0, size);
                rest.remove_prefix(piece.size());
                return piece;
            },
            [&](std::string_view added) {
                text += added;
                return text.size() < 1 << 20;
            });
        return text + (is_whole ? "whole" : "");
    };
    must(inflated(step) == inflated(bytes.size() + 1));
    std::string_view rest = bytes;
    must(!is_loose_object(std::string(40, 'a'), [&] { // nobody knows such content
        return std::exchange(rest, {});
    }));
}
