#include "apply.hpp"

#include "tools/apply_patch/read/parse.hpp"

using namespace apply_patch::read;

// A file, a NUL, a unified diff.
void fuzz(std::string_view input)
{
    const std::string_view text = take_text(input);
    apply_to(parse_unified_diff(input), text);
}
