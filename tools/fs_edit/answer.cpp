#include "answer.hpp"

#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/request_findings.hpp"

namespace fs_edit {

static const char* in_words(Strategy strategy)
{
    switch (strategy) {
    case Strategy::exact: return "exact";
    case Strategy::lines: return "lines";
    case Strategy::tokens: return "tokens";
    case Strategy::typography: return "typography";
    case Strategy::listing: return "listing";
    case Strategy::regex: return "regex";
    case Strategy::insert: return "insert";
    case Strategy::create: break;
    }
    return "create";
}

static tool::Answer answer_of(const DoneStep& step)
{
    return {{"replacements", step.replacements}, {"strategy", in_words(step.strategy)}};
}

tool::Answer answer_of(EditedFile edited)
{
    tool::Answer answer = answer_of(edited.done.front());
    if (edited.done.size() > 1) {
        std::vector<tool::Answer> edits;
        std::size_t replacements = 0;
        for (const DoneStep& step : edited.done) {
            replacements += step.replacements;
            edits.push_back(answer_of(step));
        }
        answer = {{"replacements", replacements}, {"edits", std::move(edits)}};
    }
    answer["sha256"] = edited.file.sha256;
    tool::put_diff(answer, edited.diff);
    if (edited.next_line)
        answer["nextLine"] = *edited.next_line;
    tool::put_changed_file(answer, edited.file);
    return answer;
}

static const char* name_of(MatchMode mode)
{
    switch (mode) {
    case MatchMode::automatic: return "auto";
    case MatchMode::exact: return "exact";
    case MatchMode::flexible: return "flexible";
    case MatchMode::regex: break;
    }
    return "regex";
}

static void put_edit(tool::Answer& answer, const Edit& edit)
{
    if (edit.old_string)
        answer["oldString"] = *edit.old_string;
    if (edit.new_string)
        answer["newString"] = *edit.new_string;
    if (edit.replace_all)
        answer["replaceAll"] = *edit.replace_all;
    if (edit.expected_replacements)
        answer["expectedReplacements"] = *edit.expected_replacements;
    if (edit.insert_line)
        answer["insertLine"] = *edit.insert_line;
    if (edit.match)
        answer["match"] = name_of(*edit.match);
}

static tool::Answer about(const Request& request)
{
    tool::Answer answer;
    tool::put_bytes(answer, "path", request.path);
    return answer;
}

std::string for_other_tool(const std::string& tool, const Request& request,
    const std::string& field, const std::string& text)
{
    tool::Answer answer = about(request);
    if (!field.empty())
        answer[field] = text;
    return tool::as_request_for(tool, std::move(answer));
}

std::string as_patch(const std::string& patch)
{
    tool::Answer answer;
    tool::put_bytes(answer, "unifiedDiff", patch);
    return tool::as_request_for("apply_patch", std::move(answer));
}

std::string with_edits(const Request& request, const std::vector<Edit>& edits)
{
    tool::Answer answer = about(request);
    if (edits.size() == 1) {
        put_edit(answer, edits.front());
    } else {
        std::vector<tool::Answer> list;
        for (const Edit& edit : edits)
            put_edit(list.emplace_back(), edit);
        answer["edits"] = std::move(list);
    }
    if (request.expected_sha256)
        answer["expectedSha256"] = *request.expected_sha256;
    if (request.dry_run)
        answer["dryRun"] = true;
    return tool::as_request_for("", std::move(answer));
}

std::vector<Edit> edits_of(const Request& request)
{
    if (request.edits.empty())
        return {{request.old_string, request.new_string, request.replace_all,
            request.expected_replacements, request.insert_line, request.match}};
    std::vector<Edit> edits = request.edits;
    for (Edit& edit : edits) {
        if (!edit.replace_all && !edit.expected_replacements && !edit.insert_line)
            edit.replace_all = request.replace_all;
        if (!edit.match)
            edit.match = request.match;
    }
    return edits;
}

}
