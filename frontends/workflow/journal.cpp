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

static constexpr std::array<std::pair<JournalLine::Kind, const char*>, 9> kinds {{
    {JournalLine::Kind::begun, "begun"},
    {JournalLine::Kind::again, "again"},
    {JournalLine::Kind::items, "items"},
    {JournalLine::Kind::ended, "ended"},
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
    if (line.kind == JournalLine::Kind::ended || line.kind == JournalLine::Kind::finished)
        fields["result"] = line.result;
    if (line.is_once)
        fields["once"] = true;
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
    if (line.kind == Kind::assumed)
        return json::member(fields, "done").is_boolean();
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
            .is_once = boolean_member(fields, "once"),
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

Past Past::read(std::string_view bytes)
{
    Past past;
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

// Calls `change` for the records of all steps inside a step, path[…] and path.…, and erases those
// for which it returns true.
void Past::change_below(const std::string& path, bool (*change)(Record&))
{
    for (const char* const next : {".", "["}) {
        auto one = records.lower_bound(path + next);
        while (one != records.end() && one->first.starts_with(path + next))
            one = change(one->second) ? records.erase(one) : std::next(one);
    }
}

// Discards the result of a step inside one that has ended. It may be needed again if the outer step
// is not kept.
static bool lose_inside(Past::Record& record)
{
    record.result = {{"status", json::string_member(record.result, "status")}};
    if (record.loss.empty())
        record.loss = "it has run, and its result was not kept";
    return !record.is_once;
}

static bool lose_by_change(Past::Record& record)
{
    record.loss = "it has run, and the file has changed since";
    return !record.is_once;
}

static bool is_no_once_step(Past::Record& record) { return !record.is_once; }

static bool is_inside(const std::string& path, const std::string& outer)
{
    return path.size() > outer.size() && path.starts_with(outer)
        && (path[outer.size()] == '.' || path[outer.size()] == '[');
}

void Past::forget_inside(const std::string& path)
{
    change_below(path, is_no_once_step);
    std::erase_if(items, [&](const auto& one) { return is_inside(one.first, path); });
}

void Past::drop_inside(const std::string& path)
{
    said.erase(path);
    change_below(path, lose_by_change);
    std::erase_if(items, [&](const auto& one) { return is_inside(one.first, path); });
}

static Past::Record ended_record(JournalLine line)
{
    return {.has_ended = true,
        .is_once = line.is_once,
        .loss = line.is_redacted ? "it has run, and its result was not kept" : "",
        .result = std::move(line.result)};
}

void Past::add(JournalLine line)
{
    using Kind = JournalLine::Kind;
    end.reset();
    switch (line.kind) {
    case Kind::begun: records[line.path] = {.is_once = line.is_once}; break;
    case Kind::again: forget_inside(line.path); break;
    case Kind::items:
        if (const auto* const known = items_of(line.path); known && *known != line.items)
            drop_inside(line.path);
        items[line.path] = std::move(line.items);
        break;
    case Kind::ended:
        if (has_ended_well(line.result)) {
            change_below(line.path, lose_inside);
            if (!line.is_redacted)
                items.erase(line.path);
        }
        {
            std::string path = line.path;
            records[std::move(path)] = ended_record(std::move(line));
        }
        break;
    case Kind::assumed: records[line.path].assumed_done = line.is_done; break;
    case Kind::said: said.remember(std::move(line.said)); break;
    case Kind::unsaid:
        for (const auto& path : line.paths)
            said.forget(path);
        break;
    case Kind::dropped:
        for (const auto& path : line.paths) {
            drop_inside(path);
            items.erase(path);
            const auto found = records.find(path);
            if (found != records.end() && lose_by_change(found->second))
                records.erase(found);
        }
        break;
    case Kind::finished: end = std::move(line.result); break;
    }
}

const std::string* Past::items_of(const std::string& path) const
{
    const auto found = items.find(path);
    return found == items.end() ? nullptr : &found->second;
}

const Past::Record* Past::find(const std::string& path) const
{
    const auto found = records.find(path);
    return found == records.end() ? nullptr : &found->second;
}

Decision decision_of(const Past& past, const std::string& path, bool is_once)
{
    const Past::Record* const record = past.find(path);
    if (record == nullptr)
        return {};
    if (record->has_ended && !has_ended_well(record->result))
        return {};
    if (record->has_ended && record->loss.empty())
        return {.kind = Decision::Kind::keep, .result = record->result};
    if (!is_once || record->assumed_done == false)
        return {};
    if (record->assumed_done == true)
        return {.kind = Decision::Kind::keep, .result = {{"status", "ok"}}};
    return {.kind = Decision::Kind::uncertain,
        .reason = record->has_ended ? record->loss : "it had begun when the run ended"};
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
