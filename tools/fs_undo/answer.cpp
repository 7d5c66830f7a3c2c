#include "answer.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/tool/answer_fields.hpp"

namespace fs_undo {

static const char* name_of(Plan plan)
{
    switch (plan) {
    case Plan::restore: return "restore";
    case Plan::merge: return "merge";
    case Plan::keep: return "keep";
    case Plan::done: break;
    }
    return "done";
}

static void put_plan(Json& json, const FileReport& file)
{
    json["plan"] = name_of(file.plan);
    for (const Plan plan : file.plans)
        json["plans"].push_back(name_of(plan));
    if (!file.reason.empty())
        json["reason"] = file.reason;
    if (file.lines) {
        json["added"] = file.lines->added;
        json["removed"] = file.lines->removed;
    }
    if (file.lines_since > 0)
        json["linesSince"] = file.lines_since;
    if (!file.steps.empty())
        json["steps"] = file.steps;
}

tool::Answer answer_of(const Report& report, bool is_dry_run)
{
    Json files = Json::array();
    for (const FileReport& file : report.files) {
        Json json;
        tool::put_path(json, file.path);
        json["action"] = file.action;
        if (!file.from.empty())
            tool::put_path(json, file.from, "from");
        if (!file.sha256.empty())
            json["sha256"] = file.sha256;
        if (!file.not_kept.empty())
            json["notKept"] = file.not_kept;
        put_plan(json, file);
        files.push_back(std::move(json));
    }
    tool::Answer answer {{"undone", Json(report.undone)}, {"files", std::move(files)}};
    if (is_dry_run)
        tool::put_diff(answer, report.diff);
    tool::put_runs_later(answer, report.runs_later);
    return answer;
}

tool::Answer answer_of(const std::vector<ShownFile>& files)
{
    Json all = Json::array();
    for (const ShownFile& file : files) {
        Json json;
        tool::put_path(json, file.path);
        json["action"] = file.action;
        if (!file.from.empty())
            tool::put_path(json, file.from, "from");
        if (file.reason.empty()) {
            json["added"] = file.lines.added;
            json["removed"] = file.lines.removed;
            tool::put_text(json, "diff", file.diff);
        } else
            json["reason"] = file.reason;
        if (file.lines_since)
            json["linesSince"] = *file.lines_since;
        json["steps"] = file.steps;
        all.push_back(std::move(json));
    }
    return {{"undone", Json::array()}, {"files", std::move(all)}};
}

}
