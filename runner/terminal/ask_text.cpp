#include "runner/terminal/ask_text.hpp"

#include "runner/terminal/approval_text.hpp"
#include "runner/terminal/runs_later_lines.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <vector>

namespace runner::terminal {

static std::string lines_of(const std::vector<std::string>& rows)
{
    std::string text;
    for (const auto& row : rows)
        text += row + "\n";
    return text;
}

// Has no limit of rows: the host has limited the size of the arguments.
static std::string unlimited_rows(const Json& arguments, const std::string& later, const Look& look)
{
    Rows rows(look);
    rows.add_line(
        "  ", arguments.dump(-1, ' ', false, Json::error_handler_t::replace), Colour::off);
    rows.add_lines(later);
    return lines_of(rows.all());
}

std::string rows_of_ask(const Json& ask, std::size_t columns, DryRun show)
{
    static const redaction::Redaction nothing {redaction::Secrets().of_questions()};
    const Json& arguments = json::member(ask, "arguments");
    const Json& dry_run = json::member(ask, "dryRun");
    const bool changes_files = json::member(ask, "changesFiles") != false;
    const std::string later = changes_files ? runs_later_lines(arguments, dry_run) : "";
    const Look look {std::max(columns, least_columns), Colour::off};
    try {
        const Json none;
        const Json& effect = show == DryRun::shown ? dry_run : none;
        return lines_of(call_rows({arguments, effect, later}, look, nothing));
    } catch (const ToolError&) { // too many rows
        return unlimited_rows(arguments, later, look);
    }
}

}
