#include "report.hpp"
#include "answer_writer.hpp"
#include "merged_lines.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/text/invisible.hpp"

#include <algorithm>
#include <utility>

namespace fs_search {

using namespace toolkit;

namespace {

constexpr std::size_t newline_bytes = 2; // as written in JSON

// Returns the field for the invisible characters of a file's lines, or an empty string.
std::string invisible_field(std::string_view lines)
{
    std::string json;
    for (const std::string& name : toolkit::text::invisible_in(lines, 0)) {
        json += json.empty() ? ",\"invisible\":[" : ",";
        json::append_literal(json, name);
    }
    return json + (json.empty() ? "" : "]");
}

std::string merged_fields(const FileFindings& file)
{
    const MergedLines merged = merged_lines(file);
    std::string json;
    if (!merged.text.empty())
        json.append(",\"lines\":\"").append(merged.text).append("\"");
    if (!merged.encoded.empty())
        json.append(",\"linesBase64\":\"").append(merged.encoded).append("\"");
    if (merged.replaced > 0)
        json.append(",\"linesReplaced\":").append(std::to_string(merged.replaced));
    for (const std::int64_t line : merged.clipped) {
        json += line == merged.clipped.front() ? ",\"clipped\":[" : ",";
        json += std::to_string(line);
    }
    return json + (merged.clipped.empty() ? "" : "]") + invisible_field(merged.text);
}

// Moves a long text into a part of its own, so that it is not copied.
void add_matches(std::vector<std::string>& parts, FileFindings& file)
{
    if (file.is_plain && !file.is_final)
        join_lines(file);
    parts.back() += "{" + path_member(file.path);
    if (file.is_final) {
        parts.back() += ",\"lines\":\"";
        file.text.resize(file.text.size() - newline_bytes);
        const std::string invisible = invisible_field(file.text);
        parts.push_back(std::move(file.text));
        parts.push_back("\"" + invisible);
    } else {
        parts.push_back(merged_fields(file));
    }
    parts.back() += file.has_more ? ",\"more\":true}" : "}";
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
        if (mode == Mode::matches)
            add_matches(parts, file);
        else
            parts.push_back(std::move(file.text));
        parts.back() += ",";
    }
    if (!findings.files.empty())
        parts.back().pop_back();
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
