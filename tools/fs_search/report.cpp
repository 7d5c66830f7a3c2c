#include "report.hpp"
#include "answer_writer.hpp"
#include "merged_lines.hpp"
#include "toolkit/json/json_strings.hpp"

#include <algorithm>
#include <utility>

namespace fs_search {

using namespace toolkit;

namespace {

constexpr std::size_t newline_bytes = 2; // as JSON writes it

void append_lines(std::string& json, FileFindings& file)
{
    if (file.is_final) {
        json.append(",\"lines\":\"").append(file.text, 0, file.text.size() - newline_bytes);
        json += '"';
        return;
    }
    if (file.is_plain) {
        json += ",\"lines\":\"";
        append_joined_lines(json, file);
        json += '"';
        return;
    }
    const MergedLines merged = merged_lines(file);
    if (!merged.text.empty())
        json.append(",\"lines\":\"").append(merged.text).append("\"");
    if (!merged.encoded.empty())
        json.append(",\"linesBase64\":\"").append(merged.encoded).append("\"");
    for (const std::int64_t line : merged.clipped) {
        json += line == merged.clipped.front() ? ",\"clipped\":[" : ",";
        json += std::to_string(line);
    }
    json += merged.clipped.empty() ? "" : "]";
}

std::string entry_of(FileFindings& file, Mode mode)
{
    if (mode != Mode::matches)
        return std::move(file.text);
    constexpr std::size_t rest = 64; // what is added to the text
    std::string json;
    json.reserve(file.text.size() + 2 * file.path.size() + rest);
    json.append("{").append(path_member(file.path));
    append_lines(json, file);
    json += file.has_more ? ",\"more\":true}" : "}";
    file.text = {};
    return json;
}

void append_text(std::string& json, std::string_view name, const std::string& text)
{
    if (text.empty())
        return;
    json.append(",\"").append(name).append("\":");
    json::append_literal(json, text);
}

}

std::vector<std::string> report(Findings&& findings, Mode mode, const Remarks& remarks)
{
    std::vector<std::string> parts {"{\"files\":["};
    bool has_more = false;
    for (auto& file : findings.files) {
        has_more = has_more || file.has_more;
        parts.back() += parts.size() > 1 ? "," : "";
        parts.push_back(entry_of(file, mode));
    }
    std::string rest = "],\"truncated\":";
    rest += findings.is_truncated || has_more ? "true" : "false";
    append_text(rest, "nextCursor", remarks.next_cursor);
    rest += ",\"filesSearched\":" + std::to_string(findings.tally.searched);
    if (findings.tally.skipped > 0)
        rest += ",\"skipped\":" + std::to_string(findings.tally.skipped);
    append_text(rest, "note", remarks.note);
    parts.push_back(rest + "}");
    return parts;
}

}
