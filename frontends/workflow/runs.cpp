#include "agent/calls/protection.hpp"
#include "frontends/workflow/run_files.hpp"
#include "frontends/workflow/state.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace frontends::workflow {

std::string state_directory(const std::string& given)
{
    agent::calls::refuse_link_out(given, "the state directory");
    if (!given.empty())
        return given;
    const std::string home = system::state_directory();
    return home.empty() ? "" : home + "/runs";
}

static bool is_run_id(std::string_view id)
{
    return !id.empty() && id.size() <= 128 && text::name_length(id, "._-") == id.size() && id != "."
        && id != "..";
}

void check_run_id(std::string_view id)
{
    if (!is_run_id(id))
        throw ToolError(Code::bad_request, text::in_quotes(id) + " cannot be the id of a run",
            "it has 1 to 128 of A-Z a-z 0-9 . _ -");
}

std::string new_run_id()
{
    return text::utc(std::chrono::system_clock::now(), "%Y%m%d-%H%M%S-")
        + system::random_name().substr(0, 8);
}

static File find_state_directory(const std::string& path)
{
    return File(path.empty() ? -1 : open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

// Returns the time of change of the journal, or else of the directory.
static timespec time_of_change(const File& directory)
{
    if (const auto journal = system::status_in(directory, "journal.ndjson"))
        return journal->st_mtim;
    return system::status_of(directory, "the run").st_mtim;
}

static void read_entry(const File& directory, RunEntry& entry)
{
    entry.changed = text::rfc3339(time_of_change(directory).tv_sec);
    check_private(directory, entry.id);
    const auto text = read_file(directory, "run.json", max_run_json, entry.id);
    const Json fields = text ? json::parse_bounded(*text) : Json();
    entry.workflow = json::string_member(fields, "workflow");
    entry.begun = json::string_member(fields, "begun");
    const bool is_held = !try_lock_run(directory, entry.id);
    const auto journal = read_file(directory, "journal.ndjson", max_journal, entry.id);
    const auto end = JournalState::read(journal.value_or("")).finished();
    entry.status = is_held ? "running" : end ? "finished" : "unfinished";
    const Json status = end ? json::member(*end, "exitStatus") : Json();
    if (status.is_number_integer())
        entry.exit_status = status.get<int>();
}

static std::vector<std::string> ids_in(const File& state)
{
    std::vector<std::string> ids;
    system::for_each_entry(state, "the runs", [&](std::string_view name, unsigned char) {
        if (is_run_id(name))
            ids.emplace_back(name);
    });
    return ids;
}

static bool is_later(const timespec& left, const timespec& right)
{
    return std::pair(left.tv_sec, left.tv_nsec) > std::pair(right.tv_sec, right.tv_nsec);
}

// Returns the runs with their time of change, the latest first.
static std::vector<std::pair<std::string, timespec>> runs_by_change(const File& state)
{
    std::vector<std::pair<std::string, timespec>> runs;
    for (const auto& id : ids_in(state))
        if (const File directory = open_run(state, id))
            runs.emplace_back(id, time_of_change(directory));
    std::sort(runs.begin(), runs.end(),
        [](const auto& left, const auto& right) { return is_later(left.second, right.second); });
    return runs;
}

std::vector<RunEntry> list_runs(const std::string& path)
{
    std::vector<RunEntry> entries;
    const File state = find_state_directory(path);
    if (!state)
        return entries;
    for (const auto& [id, time] : runs_by_change(state)) {
        RunEntry entry {.id = id};
        try {
            read_entry(open_run(state, id), entry);
        } catch (const ToolError& error) {
            entry.problem = error.message;
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

// Returns the workflow of a run; empty if it cannot be read.
static std::string workflow_of(const File& directory, const std::string& id)
try {
    const auto text = read_file(directory, "run.json", max_run_json, id);
    return text ? json::string_member(json::parse_bounded(*text), "workflow") : "";
} catch (const ToolError&) {
    return "";
}

std::string last_run(const std::string& path, const std::string& workflow)
{
    if (const File state = find_state_directory(path))
        for (const auto& [id, time] : runs_by_change(state))
            if (const File directory = open_run(state, id);
                directory && workflow_of(directory, id) == workflow)
                return id;
    throw ToolError(Code::not_found,
        "there is no run of the workflow " + text::in_quotes(workflow) + " to continue",
        "'agentcli runs list' names all; --state names another directory of runs");
}

static File existing_run(const std::string& path, const std::string& id)
{
    check_run_id(id);
    const File state = find_state_directory(path);
    File directory = state ? open_run(state, id) : File();
    if (!directory)
        throw ToolError(Code::not_found, "there is no run " + text::in_quotes(id),
            "'agentcli runs list' names them");
    check_private(directory, id);
    return directory;
}

KeptParameters parameters_of_run(const std::string& path, const std::string& id)
{
    const File directory = existing_run(path, id);
    const auto text = read_file(directory, "run.json", max_run_json, id);
    const Json fields = text ? json::parse_bounded(*text) : Json();
    const Json& kept = json::member(fields, "kept");
    KeptParameters parameters;
    if (const Json& values = json::member(kept, "values"); values.is_object())
        parameters.values = values;
    for (const auto& name : json::member(kept, "withheld"))
        if (name.is_string())
            parameters.withheld.push_back(name);
    return parameters;
}

std::vector<JournalLine> lines_of_run(const std::string& path, const std::string& id)
{
    const File directory = existing_run(path, id);
    const std::string bytes = read_file(directory, "journal.ndjson", max_journal, id).value_or("");
    (void)JournalState::read(bytes); // throws if the journal is invalid
    std::vector<JournalLine> lines;
    std::string_view rest = bytes;
    for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        lines.push_back(*journal_line(rest.substr(0, end)));
        rest.remove_prefix(end + 1);
    }
    return lines;
}

static void remove_run(const File& state, const File& directory, const std::string& id)
{
    if (const File outputs = system::open_in(directory, "outputs", O_RDONLY | O_DIRECTORY))
        remove_journal_and_outputs(directory, outputs, id);
    unlinkat(directory.descriptor(), "outputs", AT_REMOVEDIR);
    for (const auto* name : {"journal.ndjson", "run.json.new", "run.json", "lock"})
        unlinkat(directory.descriptor(), name, 0);
    if (unlinkat(state.descriptor(), id.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT)
        throw system::system_error("cannot remove the run " + text::in_quotes(id));
}

std::vector<std::string> prune_runs(const std::string& path, std::chrono::milliseconds age)
{
    std::vector<std::string> removed;
    const File state = find_state_directory(path);
    if (!state)
        return removed;
    const auto limit = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() - age);
    for (const auto& [id, time] : runs_by_change(state)) {
        const File directory = open_run(state, id);
        if (!directory || time.tv_sec > limit)
            continue;
        check_private(directory, id);
        const auto lock = try_lock_run(directory, id);
        if (!lock)
            continue;
        remove_run(state, directory, id);
        removed.push_back(id);
    }
    return removed;
}

}
