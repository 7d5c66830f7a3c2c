#include "agent/workflow/fields.hpp"

#include "agent/workflow/field_shape.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::workflow {

const std::vector<FieldRow>& field_table()
{
    static const std::vector<FieldRow> table = [] {
        std::vector<FieldRow> all;
        for (auto* topic :
            {fields_of_input, fields_of_course, fields_of_bounds, fields_of_parameter,
                fields_of_limits, fields_of_concurrency, fields_of_step, fields_of_failure,
                fields_of_effects, kinds_of_step, fields_of_commands, fields_of_tool, fields_of_ask,
                fields_of_llm, fields_of_llm_limits, fields_of_prompt, fields_of_items,
                fields_of_foreach, fields_of_results, fields_of_parallel, fields_of_repeat,
                fields_of_once, fields_of_retry, fields_of_backoff})
            for (auto& row : topic())
                all.push_back(std::move(row));
        return all;
    }();
    return table;
}

const FieldRow* field_row(Owner owner, std::string_view name)
{
    const auto& rows = fields_of(owner);
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const FieldRow* row) {
        return row->name == name || (row->alias == name && !name.empty());
    });
    return found == rows.end() ? nullptr : *found;
}

const std::vector<const FieldRow*>& fields_of(Owner owner)
{
    static const auto by_owner = [] {
        std::array<std::vector<const FieldRow*>, owner_count> rows;
        for (const auto& row : field_table())
            rows[static_cast<std::size_t>(row.owner)].push_back(&row);
        return rows;
    }();
    return by_owner[static_cast<std::size_t>(owner)];
}

bool takes_list(const FieldRow& row)
{
    const FieldRow* const field
        = row.shorthand.empty() ? nullptr : field_row(row.block, row.shorthand);
    return field != nullptr && field->shape == Shape::words;
}

std::string_view name_of(Owner owner)
{
    static constexpr std::array<std::string_view, owner_count> names {"", "workflow", "parameter",
        "limits", "concurrency", "step", "exec", "shell", "python", "tool", "llm", "prompt",
        "context", "workflow-step", "foreach", "parallel", "repeat", "ask", "once", "retry",
        "backoff"};
    return names[static_cast<std::size_t>(owner)];
}

std::string_view name_of(Shape shape)
{
    static constexpr std::array<std::string_view, 20> names {"a text", "a text of one line",
        "true or false", "a whole number", "a number", "a list of whole numbers", "a value",
        "a list of texts", "a list of texts or a text", "a list of names",
        "a list of names or the word all", "a mapping of names to texts",
        "a mapping of names to values", "a mapping or the name of a file", "a mapping",
        "true, false or a mapping", "a list of mappings", "a mapping of names to mappings",
        "a list of steps", "a mapping of names to lists of steps"};
    return names[static_cast<std::size_t>(shape)];
}

}
