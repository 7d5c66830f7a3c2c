#include "apply.hpp"

#include "tools/apply_patch/read/parse.hpp"

using namespace apply_patch::read;

// A file, a NUL, a patch of the form "*** Begin Patch".
void fuzz(std::string_view input)
{
    const std::string_view text = take_text(input);
    if (is_envelope(input))
        apply_to(parse_envelope(input), text);
}
