#include "agent/calls/toolbelt.hpp"

#include "agent/calls/answer.hpp"
#include "agent/calls/repair.hpp"
#include "agent/model/sound_calls.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/request.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdlib>

// A call on its way: either it can be run, or its answer stands already.
struct Toolbelt::Work {
    const ManifestTool* tool = nullptr;
    Call call;
    AuditEntry entry;
    std::string content;
    std::size_t index = 0; // among the calls
    bool has_begun = false;
    bool is_written = false; // in the audit
};

Toolbelt::Toolbelt(
    std::vector<ManifestTool> tools, std::chrono::milliseconds timeout, const Supervision& supervision)
    : list(std::move(tools))
    , timeout(timeout)
    , by(supervision)
{
}

Launch launch_of(const ManifestTool& tool)
{
    // With HOME they say where sessions and settings are, which exec hides and fs_search heeds.
    std::vector<std::string> names {
        "PATH", "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"};
    names.insert(names.end(), tool.env.begin(), tool.env.end());
    std::vector<std::string> environment;
    for (const auto& name : names)
        if (const char* value = std::getenv(name.c_str())) // NOLINT(concurrency-mt-unsafe): nobody sets it
            environment.push_back(name + "=" + value);
    return {tool.program, tool.command, std::move(environment)};
}

static Json parsed_arguments(const std::string& arguments)
{
    try {
        return parse_request(arguments);
    } catch (const ToolError& error) {
        throw ToolError(
            error.code, error.message, error.hint.empty() ? "arguments are one JSON object" : error.hint);
    }
}

static void rename(Json& arguments, const std::string& from, const std::string& to)
{
    const auto given = arguments.find(from);
    if (given == arguments.end())
        return;
    if (arguments.contains(to))
        throw ToolError(Code::bad_request,
            in_quotes(from) + " and " + in_quotes(to) + " are two names for one field", "give one of them");
    Json value = std::move(*given);
    arguments.erase(from);
    arguments.emplace(to, std::move(value));
}

// `pathBase64` for `path` (docs/contract.md): its value is another one, which the tool alone decodes.
static bool is_encoded(const std::string& alias, const std::string& name) { return alias == name + "Base64"; }

// The arguments that were checked, by the names of the schema, written anew so that no parser finds anything else in them.
// Throws BAD_REQUEST if they are not one JSON object (nothing means {}), name a field twice, or don't fit the schema.
static std::string checked_arguments(const ManifestTool& tool, const std::string& text)
{
    Json arguments = parsed_arguments(text);
    std::vector<std::pair<std::string, std::string>> encoded;
    for (const auto& [alias, name] : tool.aliases) {
        if (is_encoded(alias, name) && arguments.contains(alias))
            encoded.emplace_back(alias, name);
        rename(arguments, alias, name);
    }
    tool.checked_schema->check(arguments);
    for (const auto& [alias, name] : encoded)
        rename(arguments, name, alias);
    return arguments.dump();
}

static ToolError explained(const ToolError& error, const ToolCall& call)
{
    static const std::string cut_off = "your message was cut off at its limit of tokens: say less at once";
    return {Code::bad_request, "the arguments of '" + call.name + "' can't be used: " + error.message,
        call.is_cut_off ? cut_off : error.hint};
}

// The arguments as the tool gets them. What was put right about them is added to `repairs`.
static std::string usable_arguments(
    const ManifestTool& tool, const ToolCall& call, std::vector<std::string>& repairs)
{
    if (call.arguments.size() > longest_arguments)
        throw explained({Code::too_large,
                            "they have " + std::to_string(call.arguments.size()) + " bytes, and the limit is "
                                + std::to_string(longest_arguments),
                            "send less at once: a large file in pieces"},
            call);
    try {
        return checked_arguments(tool, call.arguments);
    } catch (const ToolError& error) {
        const Ending ending = call.may_be_cut_off ? Ending::cut_off : Ending::whole;
        for (const auto& repaired : repaired_arguments(call.arguments, ending, tool.name)) {
            try {
                std::string arguments = checked_arguments(tool, repaired.text);
                repairs.push_back("arguments " + repaired.what);
                return arguments;
            } catch (const ToolError&) { // what is wrong with the original says more
            }
        }
        throw explained(error, call);
    }
}

// The tool that is called, or null.
const ManifestTool* Toolbelt::find(const std::string& name, std::vector<std::string>& repairs) const
{
    const auto with_name = [&](const std::string& wanted) -> const ManifestTool* {
        const auto found = std::find_if(
            list.begin(), list.end(), [&](const ManifestTool& tool) { return tool.name == wanted; });
        return found == list.end() ? nullptr : &*found;
    };
    if (const ManifestTool* tool = with_name(name))
        return tool;
    std::vector<std::string> names;
    for (const auto& tool : list)
        names.push_back(tool.name);
    const auto meant = repaired_name(name, names);
    if (!meant)
        return nullptr;
    repairs.push_back("name " + in_quotes(name) + " taken for '" + *meant + "'");
    return with_name(*meant);
}

static ToolError unknown_tool(const std::string& name, const std::vector<ManifestTool>& tools)
{
    std::vector<std::string> names;
    std::string all;
    for (const auto& tool : tools) {
        names.push_back(tool.name);
        all += (all.empty() ? "" : ", ") + tool.name;
    }
    return {Code::not_found, "unknown tool " + in_quotes(name),
        did_you_mean(
            name, names, all.empty() ? "there are no tools: answer without" : "the tools are " + all)};
}

Toolbelt::Work Toolbelt::prepare(const AskedCall& asked) const
{
    const ToolCall& call = asked.call;
    Work work;
    work.entry.time = std::chrono::system_clock::now();
    work.entry.tool = call.name;
    work.entry.request_hash = sha256(call.arguments);
    if (call.was_text)
        work.entry.repairs.emplace_back("call taken from the text of the message");
    const ManifestTool* const tool = find(call.name, work.entry.repairs);
    try {
        if (tool == nullptr)
            throw unknown_tool(call.name, list);
        work.entry.tool = tool->name;
        if (asked.refusal)
            throw ToolError(*asked.refusal);
        const std::string input = usable_arguments(*tool, call, work.entry.repairs);
        work.call = {launch_of(*tool), input, tool->timeout.value_or(timeout)};
        work.tool = tool;
        work.entry.request_hash = sha256(input);
    } catch (const ToolError& error) {
        const ToolAnswer answer = failed(error, &by.redaction);
        work.entry.failure = answer.failure;
        work.content = answer.content;
    }
    return work;
}

// Of a tool that does not answer what it ran in, the manifest says what it asks for.
static std::string sandbox_of(const ToolAnswer& answer, const ManifestTool& tool)
{
    if (!answer.sandbox.empty())
        return answer.sandbox;
    const std::string level = string_member(tool.effects, "sandbox");
    return Json {{"level", level.empty() ? "unknown" : level}, {"by", "manifest"}}.dump();
}

void Toolbelt::finish(Work& work, const Outcome& outcome) const
{
    const ToolAnswer answer = answer_of(outcome, work.tool->name, work.call, &by.redaction);
    work.content = answer.content;
    AuditEntry& entry = work.entry;
    entry.argv = work.call.launch.argv;
    if (outcome.end == End::exited)
        entry.exit = outcome.status;
    if (outcome.end == End::killed)
        entry.signal = outcome.status;
    entry.duration = outcome.duration;
    entry.output_bytes = outcome.output.size();
    entry.error_bytes = outcome.error_bytes;
    entry.truncated = answer.truncated;
    entry.failure = answer.failure;
    entry.sandbox = sandbox_of(answer, *work.tool);
    entry.runs_later = answer.runs_later;
}

// Answers whether it is known how to start it.
bool Toolbelt::protect(Work& work) const
{
    try {
        work.call.launch = by.protection.launch_of(*work.tool);
        return true;
    } catch (const ToolError& error) {
        by.cancel.check();
        const ToolAnswer answer = failed(error, &by.redaction);
        work.entry.failure = answer.failure;
        work.content = answer.content;
        return false;
    }
}

bool Toolbelt::may_run(Work& work) const
{
    if (!by.approval.asks_about(*work.tool))
        return true;
    const Decision decision = by.approval.decide(*work.tool, work.call);
    work.entry.approval = decision.record;
    if (decision.is_yes)
        return true;
    const ToolAnswer answer = failed(
        {decision.code, in_quotes(work.tool->name) + " was not run: " + decision.reason, decision.hint},
        &by.redaction);
    work.entry.failure = answer.failure;
    work.content = answer.content;
    return false;
}

void Toolbelt::write(Work& work) const
{
    work.entry.answer_hash = sha256(work.content);
    work.is_written = true; // or can't be
    by.audit.write(work.entry);
}

void Toolbelt::leave(const std::vector<ToolCall>& calls, const std::string& why) const
{
    by.audit.check();
    for (const auto& call : calls) {
        Work work = prepare({call});
        work.entry.failure = "not run: " + why;
        by.audit.write(work.entry);
    }
}

void Toolbelt::leave_rest(std::vector<Work>& works, const std::string& reason, const Finished& finished) const
{
    try {
        for (auto& work : works) {
            if (work.is_written)
                continue;
            const std::string why = (work.has_begun ? "its end is not known: " : "not run: ") + reason;
            if (work.tool != nullptr) {
                work.entry.failure = why;
                work.content
                    = failed({Code::internal, in_quotes(work.tool->name) + " was " + why}, &by.redaction)
                          .content;
            }
            by.audit.write(work.entry);
            if (!work.has_begun) // else nobody knows what it has done, and no answer says so
                finished(work.index, work.content);
        }
    } catch (const std::exception&) { // what has ended the run says as much
    }
}

void Toolbelt::run_at_once(std::vector<Work*>& batch, const Finished& finished) const
{
    if (batch.empty())
        return;
    std::vector<Call> calls;
    for (Work* work : batch) {
        work->entry.time = std::chrono::system_clock::now();
        work->has_begun = true;
        calls.push_back(work->call);
    }
    const std::vector<Outcome> outcomes = run_together(calls, by.cancel);
    for (std::size_t index = 0; index < batch.size(); ++index) {
        finish(*batch[index], outcomes[index]);
        write(*batch[index]);
        finished(batch[index]->index, batch[index]->content);
    }
    batch.clear();
    by.cancel.check();
}

void Toolbelt::run_all(std::vector<Work>& works, const Finished& finished) const
{
    std::vector<Work*> batch;
    for (auto& work : works) {
        if (work.tool != nullptr && (work.tool->changes_files || batch.size() == most_at_once))
            run_at_once(batch, finished);
        if (work.tool == nullptr || !protect(work) || !may_run(work)) {
            write(work);
            finished(work.index, work.content);
            continue;
        }
        batch.push_back(&work);
        if (work.tool->changes_files)
            run_at_once(batch, finished);
    }
    run_at_once(batch, finished);
}

void Toolbelt::run(const std::vector<AskedCall>& asked, const Finished& finished) const
{
    by.audit.check();
    std::vector<Work> works;
    works.reserve(asked.size());
    for (const auto& one : asked) {
        works.push_back(prepare(one));
        works.back().index = works.size() - 1;
    }
    try {
        run_all(works, finished);
    } catch (const std::exception& error) {
        leave_rest(works, error.what(), finished);
        throw;
    }
}

const ManifestTool* Toolbelt::tool_called(const std::string& name) const
{
    std::vector<std::string> repairs;
    return find(name, repairs);
}

bool Toolbelt::accepts(const ToolCall& call) const
{
    const ManifestTool* const tool = tool_called(call.name);
    if (tool == nullptr)
        return false;
    try {
        std::vector<std::string> repairs;
        usable_arguments(*tool, call, repairs);
        return true;
    } catch (const ToolError&) {
        return false;
    }
}

Effect Toolbelt::effect_of(const std::string& name) const
{
    const ManifestTool* const tool = tool_called(name);
    return tool != nullptr && tool->changes_files ? Effect::changes : Effect::none;
}
