#include "toolkit/tool/contract.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/parameter_check.hpp"
#include "toolkit/undo/recorder.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/nearest_path.hpp"

#include <utility>

namespace toolkit::tool {

static std::vector<Field> fields_of(const std::vector<AnyTool::Row>& rows)
{
    std::vector<Field> fields;
    fields.reserve(rows.size());
    for (const auto& row : rows)
        fields.push_back(field_of(*row.declaration, row.slot.place));
    return fields;
}

// The undo step of the call is logged before its answer, even if the call fails after it has
// changed something.
static AnswerText run_and_log(
    const AnyTool& tool, const AnyTool::Fill& fill, const Workspace& workspace)
{
    undo::Recorder& recorder = undo::recorder_of_call();
    try {
        AnswerText text = tool.run(fill, workspace);
        recorder.finish();
        return text;
    } catch (...) {
        recorder.finish();
        throw;
    }
}

static Json maximums_of(const std::vector<Field>& table)
{
    Json maximums = Json::object();
    for (const Field& field : table)
        if (const std::int64_t* const maximum = limit_of(field, "maximum"))
            maximums[field.name] = *maximum;
    return maximums;
}

static void spell_path(PathSpelling spelling, Json& path, const Workspace& workspace)
{
    const auto spell = spelling == PathSpelling::as_on_disk ? workspace::spelled_as_on_disk
                                                            : workspace::with_directory_as_on_disk;
    if (path.is_string())
        path = spell(workspace, path.get<std::string>());
}

// Replaces the paths of a checked request by their spelling on the disk.
static void spell_paths(const AnyTool& tool, Json& request, const Workspace& workspace)
{
    for (const AnyTool::Row& row : tool.parameters) {
        const PathSpelling spelling = row.declaration->path_spelling;
        const auto found = request.find(row.declaration->name);
        if (spelling == PathSpelling::as_sent || found == request.end())
            continue;
        spell_path(spelling, *found, workspace);
        if (found->is_array())
            for (Json& path : *found)
                spell_path(spelling, path, workspace);
    }
}

void Contract::take_flags(Json flags)
{
    apply_flags(std::move(flags));
    if (ports)
        sandbox.ports = ports();
}

AnswerText Contract::answer(Json given, const Workspace& workspace) const
{
    if (tracks_files)
        take_seen(given);
    if (limits_answers)
        take_answer_limits(given);
    if (rewrite != nullptr)
        rewrite(given, maximums_of(parameters));
    return run(check(parameters, std::move(given)), workspace);
}

Contract contract_of(const AnyTool& tool, bool has_flags)
{
    Contract contract {tool.name, tool.summary, fields_of(tool.parameters),
        has_flags ? fields_of(tool.flags) : std::vector<Field> {}, tool.sandbox,
        tool.timeout_seconds, {}, tool.prepare, {}, {}, tool.rewrite, tool.additive,
        tool.repeatable, tool.answer, tool.tracks_files, tool.limits_answers, {}, tool.display,
        tool.example};
    contract.apply_flags = [&tool](Json flags) {
        for (const auto& row : tool.flags)
            assign(*row.declaration, row.slot, flags);
    };
    contract.ports = tool.ports;
    if (tool.effects)
        contract.effects = [&tool] {
            Answer effects = tool.effects();
            return std::move(static_cast<Json&>(effects));
        };
    contract.run = [&tool](Json request, const Workspace& workspace) {
        spell_paths(tool, request, workspace);
        const auto fill = [&](const std::vector<Slot>& slots) {
            for (std::size_t index = 0; index < slots.size(); ++index)
                assign(*tool.parameters[index].declaration, slots[index], request);
        };
        workspace::notes_of_call().is_dry_run = json::member(request, "dryRun") == true;
        AnswerText text = run_and_log(tool, fill, workspace);
        Json more = Json::object();
        put_recovered(more);
        if (const std::string& why = undo::recorder_of_call().why(); !why.empty())
            more["notUndoable"] = why;
        put_seen(more); // last, as the caller expects it
        text.append(more);
        return text;
    };
    return contract;
}

}
