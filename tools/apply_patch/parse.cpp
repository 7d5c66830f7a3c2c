#include "parse.hpp"

#include "toolkit/error.hpp"
#include "unified.hpp"

// Does the first line that belongs to either form open the "*** Begin Patch" form?
static bool is_envelope(std::string_view text)
{
    for (const auto& line : split_lines(text)) {
        if (line.text.starts_with("*** Begin Patch"))
            return true;
        if (line.text.starts_with("--- ") || line.text.starts_with("diff --git ")
            || line.text.starts_with("@@ "))
            return false;
    }
    return false;
}

Patch parse_patch(std::string_view text)
{
    if (is_envelope(text))
        throw ToolError(Code::unsupported, "cannot read the patch: the '*** Begin Patch' form is not known",
            "send a unified diff: '--- a/NAME', '+++ b/NAME', '@@ -1,3 +1,4 @@' and the lines changed");
    return parse_unified_diff(text);
}
