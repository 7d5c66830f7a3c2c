#include "parse.hpp"

#include "envelope.hpp"
#include "unified.hpp"

Patch parse_patch(std::string_view text)
{
    return is_envelope(text) ? parse_envelope(text) : parse_unified_diff(text);
}
