#include "frontends/test/test_source.hpp"

#include "runner/manifest/manifest_choice.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

namespace frontends::test {

using namespace runner;

namespace fs = std::filesystem;

static constexpr std::size_t max_recording = std::size_t {256} << 20;

// Refuses links and special files: they could lead to any file of the user.
static std::optional<std::string> read_recording(const fs::path& path)
{
    struct stat status { };
    if (lstat(path.c_str(), &status) != 0)
        return std::nullopt;
    if (!S_ISREG(status.st_mode))
        throw ToolError(Code::bad_request,
            "the recording " + text::in_quotes(path.filename().string()) + " is not a file");
    return system::read_found_file(path.string(), "the recording", max_recording);
}

TestSource read_test_source(const std::string& path)
{
    std::string text = system::read_found_file(path, "the test", workflow::max_yaml_bytes);
    const fs::path whole = manifest::absolute_path(path);
    AgentTest test = read_test(text, whole.stem().string());
    std::optional<std::string> recording = read_recording(whole.parent_path() / test.recording);
    return {std::move(test), std::move(text), std::move(recording)};
}

bool is_place_of_test(const std::string& path)
{
    const fs::path whole = fs::path(manifest::absolute_path(path)).lexically_normal();
    const fs::path directory = whole.parent_path();
    return (whole.extension() == ".yaml" || whole.extension() == ".yml")
        && directory.filename() == "agent" && directory.parent_path().filename() == "tests";
}

trust::Trusted place_of_test(const std::string& path)
{
    const fs::path whole = manifest::absolute_path(path);
    std::error_code error;
    const fs::path directory = fs::canonical(whole.parent_path(), error);
    if (error)
        throw system::system_error("cannot read " + text::in_quotes(path), error.value());
    return {"test", directory.string(), whole.filename().string(), {}};
}

trust::Trusted trusted_of(const std::string& path, const TestSource& source)
{
    trust::Trusted trusted = place_of_test(path);
    std::string hashes = system::sha256(source.text);
    if (source.recording)
        hashes += " " + system::sha256(*source.recording);
    trusted.sha256 = system::sha256(hashes);
    return trusted;
}

// Returns the reply of an exchange: calls in it are run, while the request is only compared.
static std::string reply_in(std::string_view line)
{
    try {
        const Json exchange = json::parse_bounded(line);
        if (const Json& message = json::member(exchange, "message"); message.is_object())
            return terminal::in_ascii(message);
    } catch (const ToolError&) { // the test fails
    }
    return terminal::in_ascii(text::printable(line));
}

static void add_recording(terminal::Rows& rows, const TestSource& source)
{
    rows.add_line(
        "  ", "its recording " + terminal::in_ascii(source.test.recording), terminal::Colour::off);
    rows.add("");
    for (std::string_view left = *source.recording; !left.empty();) {
        const std::size_t end = std::min(left.find('\n'), left.size());
        rows.add_line("  ", reply_in(left.substr(0, end)), terminal::Colour::off);
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    rows.add("");
    rows.add_lines("  Not shown: what the model was sent, which is only compared.\n");
}

static std::vector<std::string> test_rows(
    const trust::Trusted& trusted, const TestSource& source, const terminal::TerminalStyle& look)
{
    terminal::Rows rows(look);
    terminal::add_heading(rows, "the test", trusted);
    terminal::add_text(rows, source.text);
    if (source.recording)
        add_recording(rows, source);
    rows.add_lines("  Trust covers these bytes, and those of the recording. A manifest or a\n"
                   "  workflow that the test names is trusted by itself.\n");
    return rows.take();
}

static terminal::TrustedThing read_trusted(const std::string& path)
{
    const auto source = std::make_shared<const TestSource>(read_test_source(path));
    const trust::Trusted trusted = trusted_of(path, *source);
    return {trusted,
        [trusted, source](std::size_t columns) { return test_rows(trusted, *source, {columns}); }};
}

const terminal::TrustedKind trusted_test {is_place_of_test, place_of_test, read_trusted,
    "the test that is to be trusted:", "'agentcli test FILE' runs a test without trust"};

}
