#include "frontends/chat/nested_calls.hpp"

#include "agent/display/call_display.hpp"
#include "agent/display/rows.hpp"
#include "frontends/chat/question_display.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/elision.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace frontends::chat {

using namespace toolkit;

static constexpr std::size_t max_piece = 1 << 20;
static constexpr std::size_t max_pieces = 16;
static constexpr std::size_t max_calls_of_one = 200;
static constexpr std::size_t max_ends = 1000;
static constexpr std::size_t max_failure = 120;
static constexpr std::chrono::milliseconds least_duration {100}; // shorter durations are not shown

// Returns the name of a log, which is its date.
std::string NestedCalls::latest_log() const
{
    std::string latest;
    std::error_code error;
    for (const auto& entry :
        std::filesystem::directory_iterator(directory + "/.agentcli/audit", error))
        if (const std::string name = entry.path().filename().string(); name.ends_with(".log"))
            latest = std::max(latest, name);
    return latest;
}

void NestedCalls::follow(calls::PreparedCall& call)
{
    if (call.obstacle || call.tool == nullptr || !call.tool->asks_for_its_calls)
        return;
    if (made.empty()) {
        std::error_code error;
        log = latest_log();
        const auto size = std::filesystem::file_size(directory + "/.agentcli/audit/" + log, error);
        offset = error ? 0 : size;
    }
    made[call.call.id].clear();
    call.makes_call = [this, id = call.call.id](const calls::PreparedCall& one) {
        auto& calls = made[id];
        const Json& declared = one.tool != nullptr ? one.tool->display : Json();
        calls.push_back({one.name(), system::sha256(one.call.arguments),
            display::display_of_call({one.name(), declared}, one.arguments.json)});
        tell(id, calls.size(), calls.back().display.verb);
    };
}

// Reads whole lines. The trail was written by agentcli; lines that cannot be parsed are ignored.
void NestedCalls::read_trail()
{
    if (const std::string latest = latest_log(); latest != log) {
        log = latest;
        offset = 0;
    }
    const std::string path = directory + "/.agentcli/audit/" + log;
    const File file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    for (std::size_t piece = 0; file && piece < max_pieces; ++piece) {
        std::string text(max_piece, '\0');
        const ssize_t got
            = pread(file.descriptor(), text.data(), text.size(), static_cast<off_t>(offset));
        if (got <= 0)
            return;
        text.resize(static_cast<std::size_t>(got));
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos;
             begin = end + 1)
            take_line(text.substr(begin, end - begin));
        if (begin == 0 && text.size() < max_piece)
            return; // the line is being written
        offset += begin == 0 ? max_piece : begin; // skips a line that is too long
    }
}

void NestedCalls::take_line(const std::string& line)
{
    Json fields;
    try {
        fields = json::parse_bounded(line);
    } catch (const ToolError&) {
        return;
    }
    const std::string tool = json::string_member(fields, "tool");
    if (json::string_member(fields, "parent") != run || tool.empty() || ends.size() >= max_ends)
        return;
    const Json& ms = json::member(fields, "ms");
    End end {tool, json::string_member(fields, "requestSha256"),
        std::chrono::milliseconds(ms.is_number_integer() ? ms.get<std::int64_t>() : 0), {}};
    if (fields.contains("failure")) {
        const std::string why = json::string_member(fields, "failure");
        end.failure
            = why.empty() ? "failed" : text::shortened(why.substr(0, why.find('\n')), max_failure);
    }
    ends.push_back(std::move(end));
}

// If two agents make the same call at the same time, their durations may be swapped.
std::string NestedCalls::line_of(const Made& call)
{
    const std::string words = display::line_of(call.display);
    const auto end = std::find_if(ends.begin(), ends.end(), [&](const End& one) {
        return one.tool == call.tool && one.request_hash == call.request_hash;
    });
    if (end == ends.end())
        return "✗ " + words + " · not ended";
    std::string line = end->failure.empty() ? "✓ " + words : "✗ " + words + " · " + end->failure;
    if (end->duration >= least_duration)
        line += " · " + screen::duration_text(end->duration).bytes();
    ends.erase(end);
    return line;
}

NestedCalls::Ended NestedCalls::end(const std::string& id)
{
    const auto found = made.find(id);
    if (found == made.end())
        return {};
    read_trail();
    Ended ended {found->second.size()};
    ended.lines.reserve(std::min(ended.count, max_calls_of_one + 1));
    for (const Made& call : found->second)
        if (ended.lines.size() < max_calls_of_one)
            ended.lines.push_back(line_of(call));
    if (ended.count > max_calls_of_one)
        ended.lines.push_back(
            "… " + display::counted(ended.count - max_calls_of_one, "more call", "more calls"));
    made.erase(found);
    if (made.empty())
        ends.clear();
    return ended;
}

std::string CallWatcher::put(
    const calls::PreparedCall& call, const channel::ApprovalAsk& ask, const Beside& beside)
{
    channel::ChatApproval question {.tool = ask.tool,
        .arguments = ask.arguments,
        .changes_files = ask.changes_files,
        .effects = ask.effects,
        .dry_run = ask.dry_run,
        .call = ask.call,
        .agent = ask.agent,
        .edited = beside.is_edited,
        .changed = beside.has_changed,
        .draft = channel::Document(beside.draft),
        .rules = ask.rules,
        .may_store = ask.may_store};
    if (const auto place = place_of(call.call.id)) {
        question.of = place->of;
        question.count = place->count;
    }
    if (!beside.problem.empty())
        question.problem = beside.problem;
    add_presentation(question, call, ask.dry_run.json());
    hears_question(call.call.id,
        question.shows_change ? json::string_member(ask.dry_run.json(), "diff") : std::string());
    question.accepts_edits = question.accepts_edits && mode() == calls::Approve::changes;
    question.repeatable = !permissions::is_never_repeated(call);
    if (std::string why = permissions::why_no_prefix(call); !why.empty())
        question.no_prefix = std::move(why);
    return screen.open(question, max_question);
}

}
