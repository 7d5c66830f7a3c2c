#include "foreign_lines.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/pasted_marks.hpp"
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

static void refuse_marks(const text::Substitution& substitution, std::string_view name)
{
    const auto marks = text::find_pasted_marks(substitution, name);
    if (!marks)
        return;
    throw ToolError(Code::bad_patch,
        "the new lines of " + text::in_quotes(name) + " have " + marks->words,
        "if this is meant, send the same request with \"match\":\"exact\"; else send them as they "
        "will be in the file");
}

void refuse_foreign_text(std::string_view text, std::string_view name)
{
    refuse_marks({{}, text, {}}, name);
}

void refuse_foreign_lines(
    std::string_view text, const std::vector<read::Hunk>& hunks, std::string_view name)
{
    std::string before;
    std::string after;
    for (const auto& hunk : hunks) {
        before += lines_of(hunk, read::Mark::removed);
        after += lines_of(hunk, read::Mark::added);
        const auto placeholder = text::find_elision(
            {lines_of(hunk, read::Mark::removed), lines_of(hunk, read::Mark::added), text});
        if (!placeholder)
            continue;
        throw ToolError(Code::bad_patch,
            "the patch has the placeholder " + text::in_quotes(*placeholder) + ": the lines of "
                + text::in_quotes(name) + " that it stands for would be lost",
            "leave out these lines, or send all of them as context; if this line is meant, send "
            "the same request with \"match\":\"exact\"");
    }
    refuse_marks({before, after, text}, name);
}

}
