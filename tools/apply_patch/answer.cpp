#include "answer.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/tool/bytes_field.hpp"
#include "toolkit/tool/runs_later_field.hpp"
#include "toolkit/tool/status_text.hpp"

#include <algorithm>

namespace apply_patch {

using namespace toolkit;

static const char* in_words(read::Action action)
{
    switch (action) {
    case read::Action::create: return "created";
    case read::Action::modify: return "modified";
    case read::Action::remove: return "deleted";
    case read::Action::rename: return "renamed";
    case read::Action::copy: break;
    }
    return "copied";
}

static Json answer_of(const apply::MovedHunk& moved)
{
    Json json {{"hunk", moved.hunk}};
    if (moved.stated_line)
        json["statedLine"] = *moved.stated_line;
    json["foundLine"] = moved.found_line;
    return json;
}

static Json answer_of(const ChangedFile& file)
{
    Json json;
    tool::put_path(json, file.report.name);
    json["action"] = file.report.sections == 0 ? "unchanged" : in_words(file.report.action);
    if (!file.report.from.empty())
        tool::put_path(json, file.report.from, "from");
    json["added"] = file.report.added;
    json["removed"] = file.report.removed;
    if (!file.sha256.empty())
        json["sha256"] = file.sha256;
    if (file.mode)
        json["modeOctal"] = tool::mode_octal(*file.mode & 0777);
    for (const auto& moved : file.report.moved)
        json["hunksMoved"].push_back(answer_of(moved));
    for (const auto& loose : file.report.loose)
        json["hunksLoose"].push_back(
            {{"hunk", loose.hunk}, {"foundLine", loose.found_line}, {"ignored", loose.ignored}});
    for (const auto& wrong : file.report.wrong_counts)
        json["wrongCounts"].push_back(
            {{"hunk", wrong.hunk}, {"stated", wrong.stated}, {"counted", wrong.counted}});
    if (file.report.mixes_encodings)
        json["mixesEncodings"] = true;
    if (!file.not_kept.empty())
        json["notKept"] = file.not_kept;
    return json;
}

tool::Answer answer_of(const Changes& changes)
{
    const auto changed = std::count_if(changes.files.begin(), changes.files.end(),
        [](const ChangedFile& file) { return file.report.sections > 0; });
    Json answer {{"filesChanged", changed}, {"files", Json::array()}};
    for (const auto& file : changes.files)
        answer["files"].push_back(answer_of(file));
    if (changes.diff && !changes.diff->text.empty())
        tool::put_text(answer, "diff", changes.diff->text);
    if (changes.diff && changes.diff->is_cut)
        answer["truncated"] = true;
    if (changes.is_already_applied)
        answer["alreadyApplied"] = true;
    tool::put_runs_later(answer, changes.runs_later);
    return answer;
}

}
