#include "runner/start/undo_table.hpp"

#include "runner/start/undoer.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/terminal_text.hpp"

#include <algorithm>

namespace runner::start {

using namespace toolkit;

static std::size_t number_in(const Json& json, const char* name)
{
    const Json& value = json::member(json, name);
    return value.is_number_unsigned() ? value.get<std::size_t>() : 0;
}

std::string count_of(std::size_t count, const char* noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

bool UndoRow::warns(const std::string& plan) const
{
    return plan == "restore" && reason == "was changed since";
}

std::string UndoRow::note(const std::string& plan) const
{
    if (plan == "done")
        return "is already as it was";
    if (plan == "merge")
        return lines_since == 0
            ? "what was changed since stays"
            : count_of(lines_since, "line") + " of yours stay" + (lines_since == 1 ? "s" : "");
    if (plan == "keep" && reason == "was changed since")
        return lines_since > 0 ? "the same lines were changed since" : "it was changed since";
    if (plan == "keep")
        return reason;
    if (!warns(plan))
        return reason;
    return lines_since == 0
        ? "your changes go"
        : "your " + count_of(lines_since, "line") + (lines_since == 1 ? " goes" : " go");
}

std::vector<UndoRow> undo_rows(const Json& answer)
{
    std::vector<UndoRow> rows;
    for (const Json& file : json::member(answer, "files")) {
        UndoRow row {.path = name_of_file(file),
            .plan = json::string_member(file, "plan"),
            .plans = {},
            .counts = {},
            .reason = json::string_member(file, "reason"),
            .steps = {},
            .lines_since = number_in(file, "linesSince")};
        if (row.plan.empty()) // the tool reports no plans
            row.plan = "restore";
        if (const Json& plans = json::member(file, "plans"); plans.is_array())
            for (const Json& plan : plans)
                if (plan.is_string())
                    row.plans.push_back(plan);
        if (const Json& steps = json::member(file, "steps"); steps.is_array())
            for (const Json& step : steps)
                if (step.is_number_unsigned())
                    row.steps.push_back(step);
        if (file.contains("added"))
            row.counts = "+" + std::to_string(number_in(file, "added")) + " -"
                + std::to_string(number_in(file, "removed"));
        const std::string from = json::string_member(file, "from");
        if (!from.empty() && row.reason.empty())
            row.reason = "was moved to " + from;
        rows.push_back(std::move(row));
    }
    return rows;
}

static void pad(std::string& line, std::size_t begin, std::size_t columns)
{
    const std::size_t width = text::width_of(std::string_view(line).substr(begin));
    line.append(columns - std::min(columns, width) + 2, ' ');
}

std::string undo_table(const std::vector<UndoRow>& rows)
{
    std::size_t path_columns = 0;
    std::size_t count_columns = 0;
    for (const UndoRow& row : rows) {
        path_columns = std::max(path_columns, text::width_of(row.path));
        count_columns = std::max(count_columns, row.counts.size());
    }
    constexpr std::size_t plan_columns = 7; // "restore"
    constexpr std::size_t max_path_columns = 60;
    path_columns = std::min(path_columns, max_path_columns);
    std::string table;
    for (const UndoRow& row : rows) {
        std::string line = row.plan;
        pad(line, 0, plan_columns);
        const std::size_t path = line.size();
        line += row.path;
        pad(line, path, path_columns);
        const std::size_t counts = line.size();
        line += row.counts;
        if (const std::string note = row.note(row.plan); !note.empty()) {
            pad(line, counts, count_columns);
            line += note;
        }
        table += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return table;
}

std::string undo_summary(const std::string& verb, const Json& answer)
{
    std::size_t changed = 0;
    std::string kept;
    for (const UndoRow& row : undo_rows(answer)) {
        changed += row.plan == "restore" || row.plan == "merge" ? 1 : 0;
        if (row.plan == "keep")
            kept += (kept.empty() ? " · kept " : ", ") + row.path;
    }
    return verb + " · " + count_of(changed, "file") + kept;
}

}
