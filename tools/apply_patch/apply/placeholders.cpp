#include "placeholders.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <string>

namespace apply_patch::apply {

using namespace toolkit;

// The lines of one side: those of the context, and those with the mark.
static std::string lines_of(const read::Hunk& hunk, read::Mark mark)
{
    std::string text;
    for (const auto& line : hunk.lines)
        if (line.mark == mark || line.mark == read::Mark::context)
            text.append(line.line.text).append("\n");
    return text;
}

void refuse_placeholders(
    std::string_view text, const std::vector<read::Hunk>& hunks, std::string_view name)
{
    for (const auto& hunk : hunks) {
        if (hunk.matching != read::Matching::lenient)
            continue;
        const auto placeholder = text::find_elision(
            {lines_of(hunk, read::Mark::removed), lines_of(hunk, read::Mark::added), text});
        if (!placeholder)
            continue;
        throw ToolError(Code::bad_patch,
            "the patch has the placeholder " + text::in_quotes(*placeholder) + ": the lines of "
                + text::in_quotes(name) + " that it stands for would be lost",
            "leave out these lines, or send all of them as context; if this line is meant, use "
            "fs_edit with 'match' \"exact\"");
    }
}

}
