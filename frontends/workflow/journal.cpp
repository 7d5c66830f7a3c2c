#include "frontends/workflow/journal.hpp"

#include "agent/channel/codec.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace frontends::workflow {

static constexpr std::array<std::pair<JournalLine::Kind, const char*>, 11> kinds {{
    {JournalLine::Kind::begun, "begun"},
    {JournalLine::Kind::again, "again"},
    {JournalLine::Kind::items, "items"},
    {JournalLine::Kind::ended, "ended"},
    {JournalLine::Kind::attempt, "attempt"},
    {JournalLine::Kind::attempted, "attempted"},
    {JournalLine::Kind::assumed, "assumed"},
    {JournalLine::Kind::said, "said"},
    {JournalLine::Kind::unsaid, "unsaid"},
    {JournalLine::Kind::dropped, "dropped"},
    {JournalLine::Kind::finished, "finished"},
}};

std::string line_of(const JournalLine& line)
{
    const auto* const kind = std::find_if(
        kinds.begin(), kinds.end(), [&](const auto& one) { return one.first == line.kind; });
    Json fields {{"kind", kind->second}, {"at", line.at}};
    if (!line.path.empty())
        fields["path"] = line.path;
    if (line.kind == JournalLine::Kind::ended || line.kind == JournalLine::Kind::finished
        || line.kind == JournalLine::Kind::attempted)
        fields["result"] = line.result;
    if (line.attempt > 0)
        fields["attempt"] = line.attempt;
    if (line.kind == JournalLine::Kind::attempted)
        fields["end"] = name_of(line.end);
    if (line.is_redacted)
        fields["redacted"] = true;
    if (line.kind == JournalLine::Kind::assumed)
        fields["done"] = line.is_done;
    if (line.kind == JournalLine::Kind::dropped || line.kind == JournalLine::Kind::unsaid)
        fields["paths"] = line.paths;
    if (line.kind == JournalLine::Kind::items)
        fields["items"] = line.items;
    if (line.kind == JournalLine::Kind::said) {
        fields["session"] = line.said.session;
        fields["messages"] = line.said.messages;
        if (line.said.replaces)
            fields["replaces"] = true;
    }
    return fields.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

static bool boolean_member(const Json& json, const char* name)
{
    const Json& value = json::member(json, name);
    return value.is_boolean() && value.get<bool>();
}

// Returns 0 for any other value than a whole number above 0.
static std::size_t count_member(const Json& json, const char* name)
{
    const Json& value = json::member(json, name);
    return value.is_number_unsigned() ? value.get<std::size_t>() : 0;
}

// True if a line has the fields that its kind requires.
static bool is_whole(const JournalLine& line, const Json& fields)
{
    using Kind = JournalLine::Kind;
    if (line.kind == Kind::finished)
        return line.result.is_object();
    if (line.kind == Kind::dropped || line.kind == Kind::unsaid)
        return !line.paths.empty();
    if (line.path.empty())
        return false;
    if (line.kind == Kind::attempt)
        return line.attempt > 0;
    if (line.kind == Kind::attempted)
        return end_named(json::string_member(fields, "end")) && line.result.is_object();
    if (line.kind == Kind::assumed)
        return line.attempt > 0 && json::member(fields, "done").is_boolean();
    if (line.kind == Kind::items)
        return !line.items.empty();
    if (line.kind == Kind::said)
        return !line.said.session.empty() && line.said.messages.is_array();
    return line.kind != Kind::ended || json::member(line.result, "status").is_string();
}

std::optional<JournalLine> journal_line(std::string_view text)
{
    try {
        const Json fields
            = json::parse_json(text, {.max_depth = agent::channel::max_depth_of_messages});
        const std::string kind = json::string_member(fields, "kind");
        const auto* const found = std::find_if(
            kinds.begin(), kinds.end(), [&](const auto& one) { return one.second == kind; });
        if (found == kinds.end())
            return std::nullopt;
        JournalLine line {.kind = found->first,
            .path = json::string_member(fields, "path"),
            .result = json::member(fields, "result"),
            .attempt = count_member(fields, "attempt"),
            .end = end_named(json::string_member(fields, "end")).value_or(AttemptEnd::unknown),
            .is_redacted = boolean_member(fields, "redacted"),
            .is_done = boolean_member(fields, "done"),
            .items = json::string_member(fields, "items"),
            .said = {.session = json::string_member(fields, "session"),
                .path = json::string_member(fields, "path"),
                .messages = json::member(fields, "messages"),
                .replaces = boolean_member(fields, "replaces")},
            .at = json::string_member(fields, "at")};
        for (const auto& path : json::member(fields, "paths"))
            if (path.is_string() && !path.get_ref<const std::string&>().empty())
                line.paths.push_back(path);
        return is_whole(line, fields) ? std::optional(std::move(line)) : std::nullopt;
    } catch (const ToolError&) {
        return std::nullopt;
    }
}

JournalState JournalState::read(std::string_view bytes)
{
    JournalState past;
    std::size_t number = 0;
    for (;;) {
        const auto end = bytes.find('\n');
        if (end == std::string_view::npos)
            return past;
        ++number;
        auto line = journal_line(bytes.substr(0, end));
        if (!line)
            throw ToolError(Code::bad_request,
                "line " + std::to_string(number) + " of the journal is none",
                "begin a run under another --run-id");
        past.add(std::move(*line));
        bytes.remove_prefix(end + 1);
    }
}

static bool has_ended_well(const Json& result)
{
    const std::string status = json::string_member(result, "status");
    return status == "ok" || status == "skipped";
}

static const char* const not_kept = "it has run, and its result was not kept";

void JournalState::change_below(const std::string& path, void (*change)(Record&))
{
    for (const char* const next : {".", "["}) {
        auto one = records.lower_bound(path + next);
        while (one != records.end() && one->first.starts_with(path + next)) {
            change(one->second);
            one = tries.find(one->first) == nullptr ? records.erase(one) : std::next(one);
        }
    }
}

// Discards the result of a step inside one that has ended. It may be needed again if the outer step
// is not kept.
static void lose_inside(JournalState::Record& record)
{
    record.result = {{"status", json::string_member(record.result, "status")}};
    if (record.loss.empty())
        record.loss = not_kept;
}

static void lose_record_by_change(JournalState::Record& record)
{
    record.loss = "it has run, and the file has changed since";
}

void JournalState::forget_inside(const std::string& path)
{
    change_below(path, [](Record&) {});
    std::erase_if(items, [&](const auto& one) { return is_inside(one.first, path); });
}

void JournalState::drop_inside(const std::string& path)
{
    said.erase(path);
    change_below(path, lose_record_by_change);
    tries.forget_answers_in(path);
    std::erase_if(items, [&](const auto& one) { return is_inside(one.first, path); });
}

// Begins a step and the steps in it anew, since the file has changed.
void JournalState::drop(const std::string& path)
{
    drop_inside(path);
    items.erase(path);
    const auto found = records.find(path);
    if (found == records.end())
        return;
    lose_record_by_change(found->second);
    if (tries.find(path) == nullptr)
        records.erase(found);
}

void JournalState::end_step(JournalLine line)
{
    if (has_ended_well(line.result)) {
        change_below(line.path, lose_inside);
        if (!line.is_redacted)
            items.erase(line.path);
        const Attempt* const attempt = tries.find(line.path);
        if (attempt != nullptr && attempt->is_open())
            tries.end(line.path, AttemptEnd::done, {});
    }
    records[line.path] = {.has_ended = true,
        .loss = line.is_redacted ? not_kept : "",
        .result = std::move(line.result)};
}

void JournalState::add(JournalLine line)
{
    using Kind = JournalLine::Kind;
    end.reset();
    switch (line.kind) {
    case Kind::begun: records[line.path] = {}; break;
    case Kind::again: forget_inside(line.path); break;
    case Kind::items:
        if (const auto* const known = items_of(line.path); known && *known != line.items)
            drop_inside(line.path);
        items[line.path] = std::move(line.items);
        break;
    case Kind::ended: end_step(std::move(line)); break;
    case Kind::attempt: tries.begin(line.path, line.attempt); break;
    case Kind::attempted: tries.end(line.path, line.end, std::move(line.result)); break;
    case Kind::assumed: tries.assume(line.path, line.attempt, line.is_done); break;
    case Kind::said: said.remember(std::move(line.said)); break;
    case Kind::unsaid:
        for (const auto& path : line.paths)
            said.forget(path);
        break;
    case Kind::dropped:
        for (const auto& path : line.paths)
            drop(path);
        break;
    case Kind::finished: end = std::move(line.result); break;
    }
}

const std::string* JournalState::items_of(const std::string& path) const
{
    const auto found = items.find(path);
    return found == items.end() ? nullptr : &found->second;
}

const JournalState::Record* JournalState::find(const std::string& path) const
{
    const auto found = records.find(path);
    return found == records.end() ? nullptr : &found->second;
}

static Decision decision_of_once(const Attempt& attempt, const JournalState::Record* record)
{
    using Kept = Decision::Kind;
    if (attempt.assumed_done)
        return *attempt.assumed_done ? Decision {Kept::keep, {{"status", "ok"}}} : Decision {};
    if (attempt.end == AttemptEnd::unknown)
        return {.kind = Kept::uncertain, .reason = attempt.reason()};
    const bool is_good = record != nullptr && record->has_ended && has_ended_well(record->result);
    if (is_good && record->loss.empty())
        return {Kept::keep, record->result};
    if (attempt.end == AttemptEnd::done)
        return {.kind = Kept::uncertain, .reason = is_good ? record->loss : not_kept};
    return {};
}

Decision decision_of(const JournalState& past, const std::string& path, bool is_once)
{
    const JournalState::Record* const record = past.find(path);
    if (const Attempt* const attempt = past.attempts().find(path); is_once && attempt != nullptr)
        return decision_of_once(*attempt, record);
    if (record == nullptr || !record->has_ended || !has_ended_well(record->result)
        || !record->loss.empty())
        return {};
    return {.kind = Decision::Kind::keep, .result = record->result};
}

std::optional<std::size_t> first_changed(
    const std::vector<StepDigest>& before, const std::vector<StepDigest>& now)
{
    const std::size_t both = std::min(before.size(), now.size());
    for (std::size_t i = 0; i < both; ++i)
        if (before[i].path != now[i].path || before[i].sha256 != now[i].sha256)
            return i;
    return before.size() == now.size() ? std::nullopt : std::optional(both);
}

}
