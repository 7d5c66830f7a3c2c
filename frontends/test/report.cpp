#include "frontends/test/report.hpp"

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

std::string lines_of(const TestResult& result)
{
    std::string lines = result.has_passed() ? "ok      "
        : result.is_wrong                   ? "error   "
                                            : "FAILED  ";
    lines += terminal::without_controls(result.file) + "  " + seconds_of(result.took) + " s\n";
    for (const auto& difference : result.differences)
        lines += "        " + std::to_string(difference.place.line) + ":"
            + std::to_string(difference.place.column) + ": "
            + terminal::without_controls(difference.message) + "\n";
    return lines;
}

std::string summary_of(const std::vector<TestResult>& results)
{
    const auto passed = std::count_if(
        results.begin(), results.end(), [](const auto& one) { return one.has_passed(); });
    return std::to_string(passed) + " of " + std::to_string(results.size()) + " tests passed\n";
}

// In a command of the log: of a property , and : have a meaning, too.
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
    for (const auto& difference : result.differences)
        lines += "::error file=" + escaped_for_log(text::printable(result.file), true)
            + ",line=" + std::to_string(difference.place.line)
            + ",col=" + std::to_string(difference.place.column)
            + "::" + escaped_for_log(terminal::without_controls(difference.message), false) + "\n";
    return lines;
}

// XML 1.0 has no other control characters.
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
    std::string xml = "    <testcase classname=\"agentcli\" name=\"" + escaped_for_xml(result.file)
        + "\" file=\"" + escaped_for_xml(result.file) + "\" time=\"" + seconds_of(result.took)
        + "\"";
    if (result.has_passed())
        return xml + "/>\n";
    const std::string kind = result.is_wrong ? "error" : "failure";
    std::string text;
    for (const auto& difference : result.differences)
        text += result.file + ":" + std::to_string(difference.place.line) + ":"
            + std::to_string(difference.place.column) + ": " + difference.message + "\n";
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
