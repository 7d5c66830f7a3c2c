#include "frontends/serve/webhooks.hpp"

#include "frontends/serve/run_files.hpp"
#include "frontends/serve/run_id.hpp"
#include "runner/options/option_values.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/random.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace frontends::serve {

using namespace std::chrono_literals;

static constexpr const char* webhooks_name = "webhooks";
static constexpr auto time_for_webhook = 1h;
static constexpr std::size_t max_webhooks_under_way = 16;
static constexpr std::size_t max_webhooks_pending = 10'000;

static Json without_contents(const Json& result)
{
    constexpr std::size_t max_usage = 4096;
    Json kept = Json::object();
    for (const char* field :
        {"exitReason", "exitStatus", "steps", "seconds", "cost", "workflow", "runId"})
        if (const Json& value = json::member(result, field);
            value.is_primitive() && !value.is_null())
            kept[field] = value;
    const Json& usage = json::member(result, "usage"); // of the model's server
    if (usage.is_object()
        && usage.dump(-1, ' ', true, Json::error_handler_t::replace).size() < max_usage)
        kept["usage"] = usage;
    if (const Json& error = json::member(result, "error"); error.is_object())
        kept["error"] = {{"code", json::string_member(error, "code")}};
    return kept;
}

std::string webhook_body(const Json& run)
{
    Json data = Json::object();
    for (const auto& [name, value] : run.items())
        if (name != "asks")
            data[name] = name == "result" ? without_contents(value) : value;
    const Json body {{"type", "run.ended"}, {"timestamp", json::string_member(run, "endedAt")},
        {"data", std::move(data)}};
    return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Webhooks::Delays parse_webhook_delays(std::string_view value)
{
    constexpr std::size_t max_delays = 4;
    Webhooks::Delays delays;
    for (const auto& name : runner::options::parse_names(value))
        delays.push_back(runner::options::parse_duration(name));
    const auto sum = std::accumulate(delays.begin(), delays.end(), std::chrono::milliseconds(0));
    if (delays.size() > max_delays || sum > 55min)
        throw ToolError(Code::bad_request,
            text::in_quotes(value) + " is not a list of at most 4 times, 55m together",
            "5s,5m,15m,30m is the default");
    return delays;
}

static File directory_of_webhooks(const File& state)
{
    if (mkdirat(state.descriptor(), webhooks_name, S_IRWXU) != 0 && errno != EEXIST)
        throw system::system_error("cannot make the directory of webhooks");
    File directory(
        openat(state.descriptor(), webhooks_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!directory)
        throw system::system_error("cannot open the directory of webhooks");
    return directory;
}

Webhooks::Webhooks(const File& state, Outbox& outbox, Delays delays, Report report)
    : directory(directory_of_webhooks(state))
    , outbox(outbox)
    , delays(std::move(delays))
    , report(std::move(report))
{
    std::vector<std::string> names;
    const File again(openat(directory.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    system::for_each_entry(again, webhooks_name,
        [&](std::string_view entry, unsigned char) { names.emplace_back(entry); });
    for (const auto& name : names)
        load(name);
}

static std::chrono::milliseconds system_time()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now().time_since_epoch());
}

// Returns the time for a file: milliseconds since 1970.
static std::int64_t milliseconds_of(system::Watch::Clock::time_point time)
{
    const auto from_now = time - system::Watch::Clock::now();
    return (system_time() + std::chrono::duration_cast<std::chrono::milliseconds>(from_now))
        .count();
}

// Returns a time of a file, at most an hour from now: the clock of the system may have been set
// since it was written.
static system::Watch::Clock::time_point time_in(const Json& json, const char* name)
{
    const std::chrono::milliseconds time(json.at(name).get<std::int64_t>());
    return system::Watch::Clock::now()
        + std::clamp<std::chrono::milliseconds>(
            time - system_time(), -time_for_webhook, time_for_webhook);
}

// Returns nullopt if the file is incomplete. Throws if it cannot be read, for instance because
// descriptors are short: a webhook must not be removed for that.
std::optional<Webhooks::Pending> Webhooks::read(const std::string& run) const
{
    constexpr std::size_t max_bytes = 4 * max_post_body;
    const File file = open_if_there(directory, run.c_str(), O_RDONLY);
    if (!file)
        return std::nullopt;
    const std::string text = system::read_whole(file, run, max_bytes);
    try {
        const Json json = json::parse_bounded(text);
        return Pending {json.at("body"), json.at("attempts"),
            std::min(time_in(json, "first"), Clock::now()), time_in(json, "due")};
    } catch (const ToolError&) {
        return std::nullopt;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

// Removes a file that is not a webhook, such as one that a crash has left incomplete.
void Webhooks::load(const std::string& run)
{
    std::optional<Pending> pending = is_run_id(run) ? read(run) : std::nullopt;
    if (!pending) {
        unlinkat(directory.descriptor(), run.c_str(), 0);
        return;
    }
    timers.set(run, pending->due);
    all.emplace(run, *std::move(pending));
}

// Replaces the file in one step. Ignores errors: the webhook is in memory.
void Webhooks::keep(const std::string& run, const Pending& pending) const
try {
    constexpr const char* begun = "new";
    unlinkat(directory.descriptor(), begun, 0);
    const Json json {{"attempts", pending.attempts}, {"first", milliseconds_of(pending.first)},
        {"due", milliseconds_of(pending.due)}, {"body", pending.body}};
    system::write_whole(
        new_kept_file(directory, begun, O_WRONLY), webhooks_name, json.dump() + "\n");
    renameat(directory.descriptor(), begun, directory.descriptor(), run.c_str());
} catch (const ToolError&) { // NOLINT(bugprone-empty-catch)
}

void Webhooks::add(const Json& run)
{
    const std::string id = json::string_member(run, "id");
    if (all.size() >= max_webhooks_pending && !all.contains(id))
        return give_up(id, "10,000 others wait already");
    const Pending& pending = all[id] = {webhook_body(run), 0, {}, Clock::now()};
    keep(id, pending);
    timers.set(id, pending.due);
}

void Webhooks::watch(system::Watch& watch) const
{
    if (!outbox.is_open())
        return;
    if (under_way < max_webhooks_under_way && !due.empty())
        watch.until(system::Watch::Clock::now());
    timers.watch(watch);
}

void Webhooks::step()
{
    if (!outbox.is_open())
        return;
    for (auto& run : timers.take_due())
        due.push_back(std::move(run));
    while (under_way < max_webhooks_under_way && !due.empty()) {
        const std::string run = std::move(due.front());
        due.pop_front();
        attempt(run);
    }
}

// Shortens the delay by up to a tenth, so that webhooks that have failed together are not repeated
// together.
Webhooks::Delays::value_type Webhooks::delay_after(std::size_t attempts) const
{
    std::array<unsigned char, 1> random {};
    system::fill_randomly(random, "a delay");
    const auto delay = delays.at(attempts - 1);
    return delay - delay * random[0] / 2560;
}

// Stores the attempt before it begins: a server that is killed meanwhile does not make six.
void Webhooks::attempt(const std::string& run)
{
    const auto found = all.find(run);
    if (found == all.end())
        return;
    Pending& pending = found->second;
    const auto now = Clock::now();
    if (pending.attempts > delays.size())
        return give_up(run, "the server ended during the last attempt");
    if (pending.attempts == 0)
        pending.first = now;
    if (now > pending.first + time_for_webhook)
        return give_up(run, "the time for it, an hour, is over");
    ++pending.attempts;
    pending.due = now;
    if (pending.attempts <= delays.size())
        pending.due += delay_after(pending.attempts);
    keep(run, pending);
    ++under_way;
    outbox.post(To::webhook, "msg_" + run, pending.body,
        [this, run](const Outbox::Result& result) { finish(run, result); });
}

static std::string why_not_delivered(const Outbox::Result& result)
{
    return result.status == 0 ? result.reason : "the response was " + std::to_string(result.status);
}

// Removes the webhook, or schedules another attempt. According to Standard Webhooks, any response
// except 2xx is a failure that is worth another attempt, except for 410: the receiver wants no more
// webhooks.
void Webhooks::finish(const std::string& run, const Outbox::Result& result)
{
    constexpr int gone = 410;
    --under_way;
    const auto found = all.find(run);
    if (found == all.end() || found->second.attempts == 0) // add() has replaced it
        return;
    Pending& pending = found->second;
    if (result.is_success()) {
        ++delivered_count;
        return forget(run);
    }
    if (result.status == gone || pending.attempts > delays.size())
        return give_up(run, why_not_delivered(result));
    const auto asked_for = Clock::now() + std::chrono::seconds(result.retry_after);
    const Clock::time_point latest = pending.first + time_for_webhook - 1min;
    pending.due
        = std::max(Clock::now() + delay_after(pending.attempts), std::min(asked_for, latest));
    keep(run, pending);
    timers.set(run, pending.due);
}

void Webhooks::give_up(const std::string& run, const std::string& why)
{
    const auto found = all.find(run);
    const std::size_t attempts = found == all.end() ? 0 : found->second.attempts;
    ++given_up_count;
    report("the webhook of the run " + run + " was given up after " + std::to_string(attempts)
        + (attempts == 1 ? " attempt: " : " attempts: ") + why);
    forget(run);
}

void Webhooks::forget(const std::string& run)
{
    unlinkat(directory.descriptor(), run.c_str(), 0);
    all.erase(run);
}

}
