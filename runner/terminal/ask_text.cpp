#include "runner/terminal/ask_text.hpp"

#include "runner/terminal/approval_text.hpp"
#include "runner/terminal/runs_later_lines.hpp"
#include "toolkit/json/json.hpp"
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

std::string rows_of_ask(const AskedCall& call, std::size_t columns, DryRun show)
{
    static const redaction::Redaction nothing {redaction::Secrets().of_questions()};
    const std::string later
        = call.changes_files ? runs_later_lines(call.arguments, call.dry_run) : "";
    const Look look {std::max(columns, least_columns), Colour::off};
    try {
        const Json none;
        const Json& effect = show == DryRun::shown ? call.dry_run : none;
        return lines_of(call_rows({call.arguments, effect, later}, look, nothing));
    } catch (const ToolError&) { // too many rows
        return unlimited_rows(call.arguments, later, look);
    }
}

}
