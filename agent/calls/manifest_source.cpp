#include "agent/calls/manifest_source.hpp"

#include "agent/model/chat_completions.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace agent::calls {

using namespace toolkit;

ManifestSource::ManifestSource(std::vector<ManifestTool> tools, std::chrono::milliseconds timeout,
    Protection& protection, const redaction::Redaction& redaction, Extras extras)
    : list(std::move(tools))
    , timeout(timeout)
    , protection(protection)
    , redaction(redaction)
    , warm(std::move(extras.warm))
    , files(std::move(extras.files))
    , limits(extras.limits)
{
}

std::vector<const OfferedTool*> ManifestSource::tools() const
{
    std::vector<const OfferedTool*> tools;
    tools.reserve(list.size());
    for (const auto& tool : list)
        tools.push_back(&tool);
    return tools;
}

// Returns the tool as a ManifestTool: each tool that this source offers is an element of `list`.
const ManifestTool& ManifestSource::manifest_tool(const OfferedTool& tool) const
{
    return static_cast<const ManifestTool&>(tool);
}

void ManifestSource::start_otherwise(
    const std::string& tool, std::vector<std::string> command, std::vector<std::string> settings)
{
    for (auto& one : list)
        if (one.name == tool) {
            one.command = std::move(command);
            one.settings = std::move(settings);
            return;
        }
}

std::chrono::milliseconds ManifestSource::timeout_of(const OfferedTool& tool) const
{
    return manifest_tool(tool).timeout.value_or(timeout);
}

std::string ManifestSource::identity_of(const OfferedTool& tool) const
{
    const ManifestTool& known = manifest_tool(tool);
    if (known.asks_for_its_calls)
        return {};
    const Json decisive {{"name", known.name}, {"description", known.description},
        {"schema", known.schema}, {"command", known.command}, {"program", known.program},
        {"env", known.env}, {"settings", known.settings}, {"effects", known.effects}};
    return system::sha256(json::canonical(decisive));
}

// Returns the key of the supervisor for a call. Background commands run in the sandbox of their
// supervisor, so calls that may use different parts of the workspace need different supervisors.
ManifestSource::SupervisorKey ManifestSource::supervisor_key(
    const ManifestTool& tool, const Arguments& arguments)
{
    return {tool.name, arguments.part ? arguments.part->directories : std::vector<std::string>()};
}

// Connects the call to the supervisor of its tool. The supervisor is started by the first call that
// needs one; from then on, all calls of the tool are connected to it.
void ManifestSource::join_supervisor(
    const ManifestTool& tool, const Arguments& arguments, Call& call)
{
    if (!ToolSupervisor::is_known_to(tool))
        return;
    const auto key = supervisor_key(tool, arguments);
    auto found = supervisors.find(key);
    if (found != supervisors.end() && !found->second.is_running()) {
        supervisors.erase(found);
        found = supervisors.end();
    }
    if (found == supervisors.end() && ToolSupervisor::is_asked_for(tool, arguments))
        found = supervisors.try_emplace(key, call.launch).first;
    if (found != supervisors.end())
        found->second.join(call);
}

static bool keeps_changes(const ManifestTool& tool)
{
    return tool.changes_files
        && std::any_of(tool.command.begin(), tool.command.end(),
            [](const std::string& word) { return word.starts_with("--keep-undo"); });
}

// Returns an absolute path, since a session may be continued in another directory.
static std::string place_of(const ManifestTool& tool)
{
    return std::filesystem::absolute(workspace_of(tool)).lexically_normal();
}

bool ManifestSource::tracks_files(const ManifestTool& tool) const
{
    return files && json::member(tool.effects, "tracksFiles") == true;
}

bool ManifestSource::limits_answers(const ManifestTool& tool) const
{
    return limits.bytes + limits.image_bytes > 0
        && json::member(tool.effects, "limitsAnswers") == true;
}

bool ManifestSource::records_files(const ManifestTool& tool) const
{
    return !(step_notes.steps().empty() && earlier_steps.empty()) && keeps_changes(tool)
        && json::member(tool.effects, "recordsFiles") == true;
}

// Returns the numbers of the newest steps of the conversation, the newest first.
Json ManifestSource::steps_to_record() const
{
    static constexpr std::size_t max_steps = 1000;
    Json numbers = Json::array();
    for (const auto* steps : {&step_notes.steps(), &earlier_steps})
        for (auto step = steps->rbegin(); step != steps->rend() && numbers.size() < max_steps;
             ++step)
            numbers.push_back(std::to_string(step->number));
    return numbers;
}

// Adds the fields that tools receive from agentcli, and that are not in their schemas.
Arguments ManifestSource::with_more(const ManifestTool& tool, Arguments arguments)
{
    if (tracks_files(tool))
        files->put(place_of(tool), arguments.json);
    if (tracks_files(tool) && arguments.seen)
        arguments.json["seen"] = *arguments.seen;
    if (limits_answers(tool) && arguments.limits_answer)
        arguments.json["answerLimits"]
            = {{"bytes", limits.bytes}, {"imageBytes", limits.image_bytes}};
    if (records_files(tool))
        arguments.json["recordFilesOf"] = steps_to_record();
    arguments.text = arguments.json.dump();
    return arguments;
}

// Gives the process of the call a socket on which it can ask. Returns the run's end of the socket.
static std::unique_ptr<AskLink> linked(Call& call)
{
    auto link = std::make_unique<AskLink>();
    call.descriptor = link->other_end();
    call.launch.environment.push_back(std::string(mark_of_asks) + "=3");
    return link;
}

bool ManifestSource::begin(CallId id, const OfferedTool& offered, const Arguments& given)
{
    if (begun.size() >= max_at_once)
        return false;
    const ManifestTool& tool = manifest_tool(offered);
    std::optional<Arguments> more;
    if (tracks_files(tool) || limits_answers(tool) || records_files(tool))
        more = with_more(tool, given);
    const Arguments& arguments = more ? *more : given;
    Call call {{}, arguments.text, timeout_of(tool), -1, given.hears_errors};
    std::unique_ptr<AskLink> link;
    try {
        call.launch = protection.launch_of(tool);
        if (arguments.part)
            protection.narrow(tool, *arguments.part, call.launch);
        if (call.hears_errors && json::member(tool.effects, "live") == true)
            call.launch.argv.emplace_back("--live");
        join_supervisor(tool, arguments, call);
        const auto found = checkpoints.find(tool.name);
        if (found != checkpoints.end() && keeps_changes(tool))
            call.launch.argv.push_back("--checkpoint=" + found->second);
        if (tool.asks_for_its_calls)
            link = linked(call);
    } catch (const ToolError& error) { // the call cannot be started
        if (error.code == Code::internal) // "interrupted"
            throw;
        ended[id] = {.answer = failed(error, &redaction)};
        return true;
    }
    std::vector<std::string> argv = call.launch.argv;
    // A warm process cannot be confined to another part of the workspace than it was started for.
    const bool is_warm = warm && !arguments.part && !call.hears_errors
        && warm->begin(id, tool, call, arguments.json);
    if (!is_warm && !running.begin(id, std::move(call)))
        return false;
    if (link)
        asking[id].link = std::move(link);
    begun[id] = {&tool, std::move(argv), is_warm,
        keeps_changes(tool) ? system::sha256(arguments.text) : std::string(),
        given.seen != nullptr};
    return true;
}

void ManifestSource::cancel(CallId id, Cancelled why)
{
    const End reason = why == Cancelled::call ? End::cancelled : End::interrupted;
    running.end(id, reason);
    if (warm)
        warm->end(id, reason);
}

void ManifestSource::watch(system::Watch& watch) const
{
    if (!ended.empty())
        watch.until(system::Watch::Clock::now());
    running.watch(watch);
    for (const auto& [id, one] : asking)
        one.link->watch(watch);
    if (warm)
        warm->watch(watch);
    for (const auto& [key, supervisor] : supervisors)
        if (supervisor.is_running())
            supervisor.watch(watch);
}

void ManifestSource::step()
{
    running.step();
    for (const auto& [id, one] : asking)
        one.link->step();
    for (auto& [key, supervisor] : supervisors)
        supervisor.step();
    while (auto next = running.take())
        finish(next->first, std::move(next->second));
    if (!warm)
        return;
    warm->step();
    while (auto next = warm->take())
        finish(next->first, std::move(next->second));
}

void ManifestSource::finish(CallId id, Outcome outcome)
{
    const auto call = begun.extract(id);
    asking.erase(id);
    const Begun& ended_call = call.mapped();
    FileRecord forgotten(FileRecord::Unread::allowed);
    if (tracks_files(*ended_call.tool))
        (ended_call.is_of_other ? forgotten : *files)
            .take(
                place_of(*ended_call.tool), outcome.status == 0 ? outcome.output : outcome.errors);
    if (!ended_call.request_sha256.empty())
        step_notes.call_ended(workspace_of(*ended_call.tool), ended_call.request_sha256);
    ended[id] = result_of(ended_call, outcome);
    stop_failed_checkpoints(ended_call.tool->name, ended[id].answer);
}

// Stops the checkpoints of a tool that reports that it could not take one.
void ManifestSource::stop_failed_checkpoints(const std::string& tool, const ToolAnswer& answer)
{
    if (!checkpoints.contains(tool) || answer.content.find("noCheckpoints") == std::string::npos)
        return;
    try {
        const Json fields = json::parse_bounded(answer.content);
        if (const std::string why = json::string_member(fields, "noCheckpoints"); !why.empty()) {
            checkpoints.erase(tool);
            checkpoint_note = "no checkpoints from now on: " + why;
        }
    } catch (const ToolError&) { // NOLINT(bugprone-empty-catch): not an answer of the tool
    }
}

std::optional<NestedAsk> ManifestSource::take_ask(CallId id)
{
    const auto found = asking.find(id);
    if (found == asking.end())
        return std::nullopt;
    auto ask = found->second.link->take();
    if (ask && found->second.open++ == 0)
        running.set_paused(id, true);
    return ask;
}

void ManifestSource::answer_ask(CallId id, std::size_t number, const NestedAnswer& answer)
{
    const auto found = asking.find(id);
    if (found == asking.end())
        return;
    found->second.link->answer(number, answer);
    if (--found->second.open == 0)
        running.set_paused(id, false);
}

void ManifestSource::excuse(std::chrono::milliseconds time)
{
    for (const auto& [id, one] : asking)
        if (one.open == 0) // the clocks of the others are stopped
            running.excuse(id, time);
}

Json ManifestSource::seen_by(const OfferedTool& tool) const
{
    const ManifestTool& configured = manifest_tool(tool);
    if (!tracks_files(configured))
        return {};
    Json fields;
    files->put(place_of(configured), fields);
    return fields["seen"];
}

std::optional<ToolResult> ManifestSource::take(CallId id)
{
    auto taken = ended.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

// Returns the sandbox that the manifest declares, for a tool that does not report its sandbox.
static Json sandbox_of(const ManifestTool& tool)
{
    const std::string level = json::string_member(tool.effects, "sandbox");
    return {{"level", level.empty() ? "unknown" : level}, {"by", "manifest"}};
}

ToolResult ManifestSource::result_of(const Begun& call, const Outcome& outcome) const
{
    ToolResult result {
        .answer = answer_of(outcome, call.tool->name, timeout_of(*call.tool), &redaction)};
    result.argv = call.argv;
    if (outcome.end == End::exited)
        result.exit = outcome.status;
    if (outcome.end == End::killed)
        result.signal = outcome.status;
    result.is_warm = call.is_warm;
    result.duration = outcome.duration;
    result.output_bytes = outcome.output.size();
    result.error_bytes = outcome.error_bytes;
    const bool has_run = outcome.end != End::not_started
        && result.answer.code != system::wire_name(Code::sandbox_unavailable);
    if (result.answer.sandbox.is_null() && has_run)
        result.answer.sandbox = sandbox_of(*call.tool);
    return result;
}

void ManifestSource::take_over(ManifestSource& other)
{
    for (const auto& tool : list)
        for (const auto& before : other.list)
            if (tool.name == before.name && tool.command == before.command)
                for (auto at = other.supervisors.begin(); at != other.supervisors.end();) {
                    const auto one = at++;
                    if (one->first.first == tool.name)
                        supervisors.insert(other.supervisors.extract(one));
                }
}

static std::vector<std::string> lines_of(const std::string& text)
{
    constexpr std::size_t max_lines = 64;
    std::vector<std::string> lines;
    for (std::size_t begin = 0, end = 0;
         lines.size() < max_lines && (end = text.find('\n', begin)) != std::string::npos;
         begin = end + 1)
        lines.push_back(text.substr(begin, end - begin));
    return lines;
}

std::vector<ManifestSource::Ended> ManifestSource::end_background()
{
    std::vector<Ended> all;
    for (auto& [key, supervisor] : supervisors) {
        const std::string& name = key.first;
        const bool was_running = supervisor.is_running();
        const Outcome outcome = supervisor.end();
        for (std::string& line : lines_of(outcome.output)) {
            Ended one {name,
                {.answer = answer_of(Outcome {.end = End::exited, .output = std::move(line)}, name,
                     timeout, &redaction)}};
            one.result.argv = supervisor.launch().argv;
            all.push_back(std::move(one));
        }
        if (was_running && outcome.end != End::exited)
            all.push_back({name, {.answer = answer_of(outcome, name, timeout, &redaction)}});
    }
    supervisors.clear();
    return all;
}

}
