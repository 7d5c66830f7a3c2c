#include "placeholders.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/placeholder.hpp"
#include "toolkit/text/text.hpp"

#include <string>

namespace apply_patch::apply {

using namespace toolkit;

static std::string lines_of(const read::Hunk& hunk, read::Mark mark)
{
    std::string text;
    for (const auto& line : hunk.lines)
        if (line.mark == mark)
            text.append(line.line.text).append("\n");
    return text;
}

void refuse_placeholders(
    std::string_view text, const std::vector<read::Hunk>& hunks, std::string_view name)
{
    for (const auto& hunk : hunks) {
        if (hunk.matching != read::Matching::lenient)
            continue;
        const std::string added = lines_of(hunk, read::Mark::added);
        const auto placeholder = text::find_placeholder(added, text);
        if (!placeholder || !text::loses_lines(lines_of(hunk, read::Mark::removed), added))
            continue;
        throw ToolError(Code::bad_patch,
            "the patch has the placeholder " + text::in_quotes(*placeholder) + ": the lines of "
                + text::in_quotes(name) + " that it stands for would be lost",
            "leave out these lines, or send all of them as context; if this line is meant, use "
            "fs_edit with 'match' \"exact\"");
    }
}

}
