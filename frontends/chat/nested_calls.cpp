#include "frontends/chat/nested_calls.hpp"

#include "frontends/chat/question_display.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

namespace frontends::chat {

using namespace toolkit;

static constexpr std::chrono::milliseconds pause_of_looks {250};
static constexpr std::size_t max_piece = 1 << 20;
static constexpr std::size_t max_runs = 50;
static constexpr std::size_t max_calls_of_one = 200;

// Its name is its day.
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

void NestedCalls::begin()
{
    if (under_way++ > 0)
        return;
    std::error_code error;
    log = latest_log();
    const auto size = std::filesystem::file_size(directory + "/.agentcli/audit/" + log, error);
    offset = error ? 0 : size;
    next_look = system::Watch::Clock::now() + pause_of_looks;
}

void NestedCalls::end()
{
    if (under_way == 0)
        return;
    --under_way;
    read_more();
}

void NestedCalls::watch(system::Watch& watch) const
{
    if (under_way > 0)
        watch.until(next_look);
}

void NestedCalls::step()
{
    if (under_way == 0 || system::Watch::Clock::now() < next_look)
        return;
    read_more();
    next_look = system::Watch::Clock::now() + pause_of_looks;
}

// Whole lines; the trail is our own, and of what cannot be read nothing is told.
void NestedCalls::read_more()
{
    if (const std::string latest = latest_log(); latest != log) {
        log = latest;
        offset = 0;
    }
    const std::string path = directory + "/.agentcli/audit/" + log;
    const File file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    std::string text(max_piece, '\0');
    const ssize_t got = file
        ? pread(file.descriptor(), text.data(), text.size(), static_cast<off_t>(offset))
        : -1;
    if (got <= 0)
        return;
    text.resize(static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
        take_line(text.substr(begin, end - begin));
    offset += begin == 0 && text.size() == max_piece ? max_piece : begin; // too long a line
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
    if (json::string_member(fields, "parent") != run || tool.empty())
        return;
    const Json& ms = json::member(fields, "ms");
    const bool has_failed = fields.contains("failure");
    const std::string nested_run = json::string_member(fields, "run");
    tell({"agent", tool,
        ms.is_number_integer() ? std::optional(ms.get<std::int64_t>()) : std::nullopt, has_failed,
        nested_run});
    if (seen.size() >= max_runs && !seen.contains(nested_run))
        seen.clear();
    auto& calls = seen[nested_run];
    if (calls.size() < max_calls_of_one)
        calls.push_back(tool + ", " + ms.dump() + " ms" + (has_failed ? ", failed" : ""));
}

const std::vector<std::string>& NestedCalls::calls_of(const std::string& nested_run) const
{
    static const std::vector<std::string> none;
    const auto found = seen.find(nested_run);
    return found == seen.end() ? none : found->second;
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
