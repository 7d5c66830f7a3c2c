#include "frontends/agents/report.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdint>

namespace frontends::agents {

using namespace toolkit;

namespace {

constexpr std::size_t max_lines = 20;
constexpr std::size_t max_answer = 2000;
constexpr std::size_t max_claim = 200;
constexpr std::size_t max_quote = 300;
constexpr std::size_t max_why = 120;
constexpr std::size_t max_report = 12 << 10; // leaves room for the reasons in 16 KiB
constexpr std::size_t max_file = 16 << 20;

Json text_of(std::size_t most, const char* description = "")
{
    Json schema {{"type", "string"}, {"minLength", 1}, {"maxLength", most}};
    if (*description != '\0')
        schema["description"] = description;
    return schema;
}

Json lines(const char* description)
{
    return {{"type", "array"}, {"items", text_of(400)}, {"maxItems", max_lines},
        {"description", description}};
}

Json object(Json properties, Json required)
{
    return {{"type", "object"}, {"properties", std::move(properties)},
        {"required", std::move(required)}, {"additionalProperties", false}};
}

Json schema_of_finding()
{
    const Json line {{"type", "integer"}, {"minimum", 1}, {"maximum", 1'000'000'000}};
    return object(
        {{"claim", text_of(max_claim)}, {"path", text_of(1024)}, {"startLine", line},
            {"endLine", line}, {"quote", text_of(max_quote, "Copied from these lines exactly")}},
        {"claim", "path", "startLine", "endLine", "quote"});
}

void check_bytes(const std::string& what, std::size_t size, std::size_t most)
{
    if (size > most)
        throw ToolError(Code::too_large,
            what + " has " + std::to_string(size) + " bytes, and the limit is "
                + std::to_string(most),
            "say it in fewer words");
}

bool is_seen(const std::string& path, const Workspace& workspace, const SeenTexts& seen)
{
    return seen.names(path) || seen.names(workspace.relative(path));
}

QuoteCheck check_finding(const Json& finding, const Workspace& workspace, const SeenTexts& seen)
{
    const std::string path = finding.at("path");
    try {
        if (!is_seen(path, workspace, seen))
            return {"no successful call of a tool named this path or answered it"};
        const std::string text = system::read_whole(workspace.open_to_read(path), path, max_file);
        return check_quote(text,
            {finding.at("startLine").get<std::int64_t>(),
                finding.at("endLine").get<std::int64_t>()},
            finding.at("quote").get_ref<const std::string&>());
    } catch (const ToolError& error) {
        return {error.message};
    }
}

}

Json schema_of_scratchpad()
{
    return object({{"found", lines("What is known, with path and line")},
                      {"toFind", lines("What is still to be found out")},
                      {"dropped", lines("What turned out not to matter")}},
        {"found", "toFind"});
}

Json schema_of_report()
{
    return object(
        {{"answer", text_of(max_answer)},
            {"findings",
                {{"type", "array"}, {"items", schema_of_finding()}, {"maxItems", max_lines}}},
            {"open", lines("What was not found out")}},
        {"answer", "findings"});
}

void check_scratchpad_size(const Json& notes)
{
    check_bytes("the scratchpad", notes.dump().size(), max_scratchpad);
}

void check_report_size(const Json& report)
{
    check_bytes("answer", json::string_member(report, "answer").size(), max_answer);
    for (const Json& finding : report.at("findings")) {
        check_bytes("a claim", json::string_member(finding, "claim").size(), max_claim);
        check_bytes("a quote", json::string_member(finding, "quote").size(), max_quote);
    }
    check_bytes("the report", report.dump().size(), max_report);
}

CheckedReport checked_report(const Json& report, const Workspace& workspace, const SeenTexts& seen)
{
    CheckedReport result {report.at("answer")};
    if (report.contains("open"))
        result.open = report.at("open");
    for (Json finding : report.at("findings")) {
        const QuoteCheck check = check_finding(finding, workspace, seen);
        if (!check.why.empty()) {
            finding["why"] = text::shortened(check.why, max_why);
            result.unverified.push_back(std::move(finding));
            continue;
        }
        finding["startLine"] = check.lines.first;
        finding["endLine"] = check.lines.last;
        if (check.has_moved)
            finding["moved"] = true;
        result.findings.push_back(std::move(finding));
    }
    return result;
}

std::vector<std::string> forgotten_lines(const Json& to_find, const Json& open)
{
    std::vector<std::string> forgotten;
    for (const std::string line : to_find) {
        const auto names_it = [&](const Json& one) {
            return one.get_ref<const std::string&>().find(text::stripped(line))
                != std::string::npos;
        };
        if (std::none_of(open.begin(), open.end(), names_it))
            forgotten.push_back(line);
    }
    return forgotten;
}

static std::string place_of(const Json& finding)
{
    const auto first = finding.at("startLine").get<std::int64_t>();
    const auto last = finding.at("endLine").get<std::int64_t>();
    return json::string_member(finding, "path") + ":" + std::to_string(first)
        + (first == last ? "" : "-" + std::to_string(last));
}

static std::string indented(const std::string& text)
{
    std::string result = "    ";
    for (const char c : text)
        result += c == '\n' ? "\n    " : std::string(1, c);
    return result;
}

std::string text_of_report(const Json& report)
{
    std::string text = json::string_member(report, "answer");
    for (const Json& finding : report.at("findings"))
        text += "\n\n" + json::string_member(finding, "claim") + " (" + place_of(finding) + ")\n"
            + indented(json::string_member(finding, "quote"));
    for (const Json& finding : report.at("unverified"))
        text += "\n\nunverified: " + json::string_member(finding, "claim") + " ("
            + place_of(finding) + "): " + json::string_member(finding, "why");
    for (const std::string line : report.at("open"))
        text += "\n\nnot found out: " + line;
    return text;
}

}
