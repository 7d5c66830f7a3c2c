#include "report.hpp"
#include "toolkit/bytes_field.hpp"
#include "toolkit/text.hpp"

#include <algorithm>

namespace {

Answer with_path(const std::string& path)
{
    Answer answer;
    put_path(answer, path);
    return answer;
}

// One line that is not UTF-8 has all of them in base64.
void put_lines(Answer& answer, const std::string& name, const std::vector<std::string>& lines)
{
    const bool is_text = std::all_of(lines.begin(), lines.end(), is_utf8);
    Answer values = Json::array();
    for (const auto& line : lines)
        values.push_back(is_text ? line : base64_encode(line));
    if (!lines.empty())
        answer[is_text ? name : name + "Base64"] = std::move(values);
}

Answer match_in(const std::string& path, const Match& match)
{
    Answer answer = with_path(path);
    answer["line"] = match.line;
    answer["col"] = match.column;
    put_bytes(answer, "preview", match.preview);
    if (match.is_clipped)
        answer["clipped"] = true;
    put_lines(answer, "before", match.before);
    put_lines(answer, "after", match.after);
    return answer;
}

}

Answer report(const Findings& findings, Mode mode)
{
    Answer list = Json::array();
    for (const auto& file : findings.files) {
        for (const auto& match : file.matches)
            list.push_back(match_in(file.path, match));
        if (mode == Mode::matches)
            continue;
        Answer entry = with_path(file.path);
        if (mode == Mode::count)
            entry["count"] = file.count;
        list.push_back(std::move(entry));
    }
    Answer answer {{mode == Mode::matches ? "matches" : "files", std::move(list)},
        {"truncated", findings.is_truncated}, {"filesSearched", findings.tally.searched}};
    if (findings.tally.skipped > 0)
        answer["skipped"] = findings.tally.skipped;
    return answer;
}
