#include "fuzz.hpp"

#include "tools/exec/git/loose_object.hpp"

#include <algorithm>
#include <cstddef>

using namespace exec::git;

// A loose object that a command has written: any bytes, in any pieces.
void fuzz(std::string_view input)
{
    const std::size_t step = input.empty() ? 1 : 1 + static_cast<unsigned char>(input.front());
    const std::string_view bytes = input.substr(std::min<std::size_t>(1, input.size()));
    LooseObject in_pieces(std::string(40, 'a'));
    bool is_sound = true;
    for (std::size_t at = 0; is_sound && at < bytes.size(); at += step)
        is_sound = in_pieces.add(bytes.substr(at, step));
    LooseObject at_once(std::string(40, 'a'));
    must(at_once.add(bytes) == is_sound);
    must(!at_once.is_whole()); // nobody knows such content
}
