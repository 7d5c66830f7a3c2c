#include "answer.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/tool/answer_fields.hpp"

namespace fs_undo {

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
        files.push_back(std::move(json));
    }
    tool::Answer answer {{"undone", Json(report.undone)}, {"files", std::move(files)}};
    if (is_dry_run)
        tool::put_diff(answer, report.diff);
    tool::put_runs_later(answer, report.runs_later);
    return answer;
}

}
