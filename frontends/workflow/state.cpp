#include "frontends/workflow/state.hpp"

#include "agent/redaction/secret_names.hpp"
#include "frontends/workflow/run_files.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace frontends::workflow {

using Clock = std::chrono::steady_clock;

static constexpr int format = 2; // of run.json and the journal

static std::string time_now() { return text::rfc3339(std::chrono::system_clock::now()); }

ToolError RunDirectory::failed(const std::string& what) const
{
    return system::system_error(what + " of the run " + text::in_quotes(name));
}

void RunDirectory::open_directory(const std::string& state)
{
    const File all = make_state_directory(state);
    if (mkdirat(all.descriptor(), name.c_str(), 0700) != 0 && errno != EEXIST)
        throw failed("cannot make the directory");
    own_directory = open_run(all, name);
    if (!own_directory)
        throw failed("cannot open the directory");
    check_private(own_directory, name);
    if (mkdirat(own_directory.descriptor(), "outputs", 0700) != 0 && errno != EEXIST)
        throw failed("cannot make the directory 'outputs'");
    outputs = system::open_in(own_directory, "outputs", O_RDONLY | O_DIRECTORY);
    if (!outputs)
        throw failed("cannot open the directory 'outputs'");
    check_private(outputs, name);
}

void RunDirectory::lock()
{
    auto lock = try_lock_run(own_directory, name);
    if (!lock)
        throw ToolError(Code::conflict, "another process has the run " + text::in_quotes(name),
            "wait until it has ended, or use another --run-id");
    held = std::move(*lock);
}

RunDirectory::RunDirectory(const At& at, const RunIdentity& identity, Parameters parameters,
    const redaction::Redaction& redaction)
    : name(at.id)
    , place(at.state + "/" + at.id)
    , redaction(redaction)
{
    check_run_id(at.id);
    open_directory(at.state);
    lock();
    read_identity(identity, parameters);
    read_journal();
    drop_changed(identity);
}

static std::vector<StepDigest> digests_in(const Json& list)
{
    std::vector<StepDigest> steps;
    if (list.is_array())
        for (const Json& one : list)
            steps.push_back({json::string_member(one, "path"), json::string_member(one, "sha256")});
    return steps;
}

// Returns {"values", "withheld"}: the parameters without those that have a secret name or contain
// a secret, or that are long.
static Json kept_parameters(const Json& values, const redaction::Redaction& redaction)
{
    constexpr std::size_t max_bytes = 256 << 10; // together: run.json has at most 1 MiB
    Json kept {{"values", Json::object()}, {"withheld", Json::array()}};
    std::size_t bytes = 0;
    for (const auto& [name, value] : values.items()) {
        if (value.is_null()) // not given
            continue;
        const std::size_t size = value.dump(-1, ' ', false, Json::error_handler_t::replace).size();
        const bool is_secret
            = redaction::is_secret_name(name) || redaction.redact_json(value) != value;
        if (is_secret || bytes + size > max_bytes) {
            kept["withheld"].push_back(name);
            continue;
        }
        bytes += size;
        kept["values"][name] = value;
    }
    return kept;
}

void RunDirectory::write_identity(const RunIdentity& identity)
{
    Json steps = Json::array();
    for (const auto& step : identity.steps)
        steps.push_back({{"path", step.path}, {"sha256", step.sha256}});
    const Json fields {{"format", format}, {"workflow", identity.workflow},
        {"sha256", identity.sha256}, {"parameters", identity.parameters},
        {"begun", text::rfc3339(std::time_t {begun})}, {"now", begun}, {"nonce", nonce},
        {"steps", std::move(steps)}, {"kept", kept_parameters(identity.values, redaction)}};
    replace_file(own_directory, "run.json", fields.dump() + "\n", name);
}

// Removes the journal first, so that a crash leaves a run that has done nothing.
void RunDirectory::restart(const RunIdentity& identity)
{
    remove_journal_and_outputs(own_directory, outputs, name);
    nonce = system::random_name();
    begun = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    write_identity(identity);
}

void RunDirectory::read_identity(const RunIdentity& identity, Parameters parameters)
{
    const auto text = read_file(own_directory, "run.json", max_run_json, name);
    if (!text)
        return restart(identity);
    const Json fields = json::parse_bounded(*text);
    if (json::member(fields, "format") != format)
        throw ToolError(Code::bad_request,
            "the run " + text::in_quotes(name) + " was made by another version of agentcli",
            "use another --run-id");
    if (json::string_member(fields, "workflow") != identity.workflow)
        throw ToolError(Code::bad_request,
            "the run " + text::in_quotes(name) + " is of the workflow "
                + text::in_quotes(json::string_member(fields, "workflow")),
            "use another --run-id");
    if (parameters == Parameters::restart)
        return restart(identity);
    if (json::string_member(fields, "parameters") != identity.parameters)
        throw ToolError(Code::bad_request,
            "the run " + text::in_quotes(name)
                + " has begun with other parameters, or another shard",
            "use the same ones, and the same shard; another --run-id; or --fresh, which begins it "
            "anew");
    nonce = json::string_member(fields, "nonce");
    if (const Json& now = json::member(fields, "now"); now.is_number_integer())
        begun = now.get<std::int64_t>();
    steps_before = digests_in(json::member(fields, "steps"));
    has_gone_on = true;
}

void RunDirectory::read_journal()
{
    const auto bytes = read_file(own_directory, "journal.ndjson", max_journal, name);
    if (bytes)
        journal = JournalState::read(*bytes);
    file = File(openat(own_directory.descriptor(), "journal.ndjson",
        O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600));
    if (!file)
        throw failed("cannot open the journal");
    const std::size_t end = bytes ? bytes->rfind('\n') + 1 : 0; // an incomplete line is removed
    if (ftruncate(file.descriptor(), static_cast<off_t>(end)) != 0)
        throw failed("cannot cut the torn line off the journal");
    size = static_cast<std::int64_t>(end);
    has_gone_on = has_gone_on && !journal.empty();
    system::synchronise_names(own_directory, "cannot write the directory of the run");
}

void RunDirectory::drop_changed(const RunIdentity& identity)
{
    const auto first = steps_before.empty() && !has_gone_on
        ? std::nullopt
        : first_changed(steps_before, identity.steps);
    if (!first)
        return;
    std::set<std::string> paths;
    for (const std::vector<StepDigest>* steps : {&std::as_const(steps_before), &identity.steps})
        for (std::size_t i = *first; i < steps->size(); ++i)
            paths.insert((*steps)[i].path);
    changed = *first < identity.steps.size() ? identity.steps[*first].path : "";
    JournalLine line {.kind = JournalLine::Kind::dropped, .paths = {paths.begin(), paths.end()}};
    append(line, true);
    journal.add(std::move(line));
    write_identity(identity);
}

void RunDirectory::append(JournalLine line, bool is_synchronised)
{
    line.at = time_now();
    const std::string text = line_of(line);
    const ssize_t put = ::write(file.descriptor(), text.data(), text.size());
    if (put < 0)
        throw failed("cannot write the journal");
    if (static_cast<std::size_t>(put) != text.size()) {
        if (ftruncate(file.descriptor(), size) != 0)
            throw failed("cannot take a torn line back from the journal");
        throw ToolError(Code::no_space,
            "cannot write the journal of the run " + text::in_quotes(name)
                + ": the disk has no room for a line",
            "make room, and continue with --resume");
    }
    size += put;
    if (!unsynchronised_since)
        unsynchronised_since = Clock::now();
    if (is_synchronised)
        synchronise();
    else
        synchronise_if_due();
}

void RunDirectory::synchronise()
{
    if (fdatasync(file.descriptor()) != 0)
        throw failed("cannot write the journal to the disk");
    unsynchronised_since.reset();
}

std::optional<std::chrono::milliseconds> RunDirectory::synchronisation_due() const
{
    if (!unsynchronised_since)
        return std::nullopt;
    const auto left = *unsynchronised_since + std::chrono::seconds(1) - Clock::now();
    return std::max(
        std::chrono::milliseconds(0), std::chrono::ceil<std::chrono::milliseconds>(left));
}

void RunDirectory::synchronise_if_due()
{
    if (const auto due = synchronisation_due(); due && due->count() == 0)
        synchronise();
}

Decision RunDirectory::decision(const std::string& path, bool is_once) const
{
    Decision decision = decision_of(journal, path, is_once);
    if (decision.kind != Decision::Kind::keep || restore_outputs(decision.result))
        return decision;
    if (is_once && journal.attempts().find(path) != nullptr)
        return {.kind = Decision::Kind::uncertain,
            .reason = "it has run, and its output is not on the disk"};
    return {};
}

std::optional<Attempt> RunDirectory::attempt(const std::string& path) const
{
    const Attempt* const found = journal.attempts().find(path);
    if (found == nullptr)
        return std::nullopt;
    Attempt attempt = *found;
    restore_outputs(attempt.result);
    return attempt;
}

void RunDirectory::assume(const Assumption& assumption)
{
    const std::string& path = assumption.step;
    const Attempt* const latest = journal.attempts().find(path);
    if (latest != nullptr && assumption.attempt && *assumption.attempt < latest->number)
        return; // another attempt has followed
    if (latest == nullptr || assumption.attempt.value_or(1) > latest->number
        || (!latest->assumed_done && decision(path, true).kind == Decision::Kind::keep))
        throw ToolError(Code::bad_request,
            latest != nullptr && assumption.attempt.value_or(1) > latest->number
                ? "the step " + text::in_quotes(path) + " has no attempt "
                    + std::to_string(*assumption.attempt) + ": its last one is "
                    + std::to_string(latest->number)
                : "nothing about the step " + text::in_quotes(path) + " is uncertain",
            "--assume is for an attempt of a step with once that nobody knows the end of, or that "
            "has failed");
    if (!assumption.attempt)
        throw ToolError(Code::bad_request,
            "the answer about the step " + text::in_quotes(path) + " does not name an attempt",
            flags_for(path, *latest));
    if (latest->assumed_done == assumption.is_done)
        return;
    JournalLine line {.kind = JournalLine::Kind::assumed,
        .path = path,
        .attempt = latest->number,
        .is_done = assumption.is_done};
    append(line, true);
    journal.add(std::move(line));
}

void RunDirectory::begin(const std::string& path)
{
    append({.kind = JournalLine::Kind::begun, .path = path}, false);
}

void RunDirectory::begin_attempt(const std::string& path)
{
    JournalLine line {.kind = JournalLine::Kind::attempt,
        .path = path,
        .attempt = journal.attempts().next_number(path)};
    append(line, true);
    journal.add(std::move(line)); // another try of an outer step must not repeat it
}

void RunDirectory::end_attempt(const std::string& path, AttemptEnd end, const Json& result)
{
    JournalLine line {.kind = JournalLine::Kind::attempted,
        .path = path,
        .result = with_outputs_apart(redaction.redact_json(result), true),
        .attempt = journal.attempts().next_number(path) - 1,
        .end = end};
    append(line, true);
    journal.add(std::move(line));
}

void RunDirectory::begin_again(const std::string& path)
{
    JournalLine line {.kind = JournalLine::Kind::again, .path = path};
    append(line, false);
    journal.add(std::move(line));
}

void RunDirectory::say(Said said)
{
    std::string path = said.path;
    append(
        {.kind = JournalLine::Kind::said, .path = std::move(path), .said = std::move(said)}, false);
}

void RunDirectory::unsay(std::vector<std::string> paths)
{
    append({.kind = JournalLine::Kind::unsaid, .paths = std::move(paths)}, false);
}

bool RunDirectory::note_items(const std::string& path, const std::string& sha256)
{
    const std::string* const before = journal.items_of(path);
    const bool are_known = before != nullptr;
    if (are_known && *before == sha256)
        return true;
    JournalLine line {.kind = JournalLine::Kind::items, .path = path, .items = sha256};
    append(line, false);
    journal.add(std::move(line));
    return are_known;
}

// The result of a `once` step stays in memory as it is, for another try of an outer step.
void RunDirectory::end(const std::string& path, const Json& result)
{
    const Json redacted = redaction.redact_json(result);
    const Attempt* const attempt = journal.attempts().find(path);
    const bool ends_attempt = attempt != nullptr && attempt->is_open();
    append({.kind = JournalLine::Kind::ended,
               .path = path,
               .result = with_outputs_apart(redacted, ends_attempt),
               .is_redacted = redacted != result},
        ends_attempt);
    if (attempt != nullptr)
        journal.add({.kind = JournalLine::Kind::ended, .path = path, .result = result});
}

void RunDirectory::finish(const Json& result)
{
    append({.kind = JournalLine::Kind::finished, .result = redaction.redact_json(result)}, true);
}

std::string RunDirectory::idempotency_key(const std::string& path) const
{
    return system::sha256(nonce + "\n" + name + "\n" + path).substr(0, 32);
}

}
