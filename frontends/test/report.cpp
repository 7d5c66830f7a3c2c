#include "frontends/test/report.hpp"

#include "agent/model/price.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace frontends::test {

using namespace runner;

static std::string seconds_of(std::chrono::milliseconds time)
{
    std::array<char, 32> text {};
    const double seconds = static_cast<double>(time.count()) / 1000;
    std::snprintf(text.data(), text.size(), "%.3f", seconds);
    return text.data();
}

static std::string name_of(const TestResult& result)
{
    return result.file + (result.model.empty() ? "" : " (" + result.model + ")");
}

static std::string indented(std::string_view diff)
{
    std::string lines;
    while (!diff.empty()) {
        const auto line = diff.substr(0, diff.find('\n'));
        lines += "          " + terminal::without_controls(std::string(line)) + "\n";
        diff.remove_prefix(std::min(line.size() + 1, diff.size()));
    }
    return lines;
}

std::string lines_of(const TestResult& result)
{
    std::string lines = result.has_passed() ? "ok      "
        : result.is_wrong                   ? "error   "
                                            : "FAILED  ";
    lines += terminal::without_controls(name_of(result)) + "  ";
    if (result.runs > 1 && !result.is_wrong)
        lines += std::to_string(result.passes) + " of " + std::to_string(result.runs)
            + " runs passed  ";
    lines += seconds_of(result.took) + " s\n";
    for (const auto& difference : result.differences)
        lines += "        " + std::to_string(difference.place.line) + ":"
            + std::to_string(difference.place.column) + ": "
            + terminal::without_controls(difference.message) + "\n" + indented(difference.diff);
    return lines;
}

std::string summary_of(const std::vector<TestResult>& results)
{
    const auto passed = std::count_if(
        results.begin(), results.end(), [](const auto& one) { return one.has_passed(); });
    return std::to_string(passed) + " of " + std::to_string(results.size()) + " tests passed\n";
}

namespace {

// A row of the table of models.
struct ModelRow {
    std::string model;
    int runs = 0;
    int passes = 0;
    Usage usage = {.tokens = 0, .cost = 0};
};

}

static void add_to(std::optional<double>& sum, const std::optional<double>& amount)
{
    sum = sum && amount ? std::optional(*sum + *amount) : std::nullopt;
}

void add_usage(Usage& sum, const Usage& usage)
{
    sum.requests += usage.requests;
    sum.seconds += usage.seconds;
    add_to(sum.tokens, usage.tokens);
    add_to(sum.cost, usage.cost);
}

static std::vector<ModelRow> rows_of(const std::vector<TestResult>& results)
{
    std::vector<ModelRow> rows;
    for (const auto& result : results) {
        auto row = std::find_if(rows.begin(), rows.end(),
            [&](const ModelRow& one) { return one.model == result.model; });
        if (row == rows.end())
            row = rows.insert(row, {.model = result.model});
        row->runs += result.runs;
        row->passes += result.passes;
        add_usage(row->usage, result.usage);
    }
    return rows;
}

static std::string padded(const std::string& text, std::size_t width)
{
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string comparison_of_models(const std::vector<TestResult>& results)
{
    const std::vector<ModelRow> rows = rows_of(results);
    if (rows.size() < 2)
        return {};
    std::size_t width = 5;
    for (const auto& row : rows)
        width = std::max(width, row.model.size());
    const auto amount = [](const std::optional<double>& value) {
        return value ? agent::model::amount_text(*value) : "-";
    };
    const auto line = [&](const std::string& model, const std::vector<std::string>& cells) {
        std::string text = terminal::without_controls(model);
        text.append(width - std::min(width, text.size()), ' ');
        for (const auto& cell : cells)
            text += padded(cell, 12);
        return text + "\n";
    };
    std::string table = line("model", {"passed", "requests", "tokens", "cost", "seconds"});
    for (const auto& row : rows)
        table += line(row.model,
            {std::to_string(row.passes) + "/" + std::to_string(row.runs),
                amount(row.usage.requests), amount(row.usage.tokens), amount(row.usage.cost),
                seconds_of(std::chrono::milliseconds(
                    static_cast<std::int64_t>(row.usage.seconds * 1000)))});
    return table;
}

// Escapes a text for a command of the log. In a property, ',' and ':' have a meaning, too.
static std::string escaped_for_log(std::string_view text, bool is_property)
{
    std::string escaped;
    for (const char letter : text) {
        if (letter == '%')
            escaped += "%25";
        else if (letter == '\r')
            escaped += "%0D";
        else if (letter == '\n')
            escaped += "%0A";
        else if (is_property && letter == ':')
            escaped += "%3A";
        else if (is_property && letter == ',')
            escaped += "%2C";
        else
            escaped += letter;
    }
    return escaped;
}

std::string annotations_of(const TestResult& result)
{
    std::string lines;
    if (result.has_passed())
        return lines;
    for (const auto& difference : result.differences)
        lines += "::error file=" + escaped_for_log(text::printable(result.file), true)
            + ",line=" + std::to_string(difference.place.line)
            + ",col=" + std::to_string(difference.place.column)
            + "::" + escaped_for_log(terminal::without_controls(difference.message), false)
            + escaped_for_log(
                difference.diff.empty() ? "" : "\n" + text::printable(difference.diff), false)
            + "\n";
    return lines;
}

// Escapes a text for XML 1.0, which has no control characters but newline and tab.
static std::string escaped_for_xml(std::string_view given)
{
    const std::string text = text::printable(given);
    std::string escaped;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (letter == '&')
            escaped += "&amp;";
        else if (letter == '<')
            escaped += "&lt;";
        else if (letter == '>')
            escaped += "&gt;";
        else if (letter == '"')
            escaped += "&quot;";
        else if (byte < 0x20)
            escaped += byte == '\n' || byte == '\t' ? "&#" + std::to_string(byte) + ";" : "?";
        else
            escaped += letter;
    }
    for (const std::string_view invalid : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) // U+FFFE and U+FFFF
        for (auto at = escaped.find(invalid); at != std::string::npos; at = escaped.find(invalid))
            escaped.replace(at, invalid.size(), "?");
    return escaped;
}

static std::string junit_case(const TestResult& result)
{
    std::string xml = "    <testcase classname=\"agentcli\" name=\""
        + escaped_for_xml(name_of(result)) + "\" file=\"" + escaped_for_xml(result.file)
        + "\" time=\"" + seconds_of(result.took) + "\"";
    if (result.has_passed())
        return xml + "/>\n";
    const std::string kind = result.is_wrong ? "error" : "failure";
    std::string text;
    for (const auto& difference : result.differences)
        text += result.file + ":" + std::to_string(difference.place.line) + ":"
            + std::to_string(difference.place.column) + ": " + difference.message + "\n"
            + difference.diff;
    return xml + ">\n      <" + kind + " message=\""
        + escaped_for_xml(result.differences.front().message) + "\">" + escaped_for_xml(text) + "</"
        + kind + ">\n    </testcase>\n";
}

std::string junit_of(const std::vector<TestResult>& results)
{
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::chrono::milliseconds took {};
    std::string cases;
    for (const auto& result : results) {
        failures += !result.has_passed() && !result.is_wrong ? 1 : 0;
        errors += result.is_wrong ? 1 : 0;
        took += result.took;
        cases += junit_case(result);
    }
    const std::string counts = " tests=\"" + std::to_string(results.size()) + "\" failures=\""
        + std::to_string(failures) + "\" errors=\"" + std::to_string(errors) + "\" time=\""
        + seconds_of(took) + "\"";
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts
        + ">\n  <testsuite name=\"agentcli test\"" + counts + ">\n" + cases
        + "  </testsuite>\n</testsuites>\n";
}

}
