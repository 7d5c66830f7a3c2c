#include "frontends/test/trusted_test.hpp"

#include "frontends/test/test_source.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <memory>

namespace frontends::test {

using namespace runner;

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
    const trust::Trusted& trusted, const TestSource& source, const terminal::Look& look)
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
