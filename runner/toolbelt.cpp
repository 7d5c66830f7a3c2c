#include "runner/toolbelt.hpp"

#include "runner/answer.hpp"
#include "toolkit/request.hpp"
#include "toolkit/text.hpp"

#include <algorithm>
#include <cstdlib>

static constexpr std::size_t most_at_once = 16;

// A call on its way: either it can be run, or its answer stands already.
struct Toolbelt::Work {
    const ManifestTool* tool = nullptr;
    Call call;
    AuditEntry entry;
    std::string content;
};

Toolbelt::Toolbelt(std::vector<ManifestTool> tools, std::chrono::milliseconds timeout, const Audit& audit,
    const Interrupt& interrupt)
    : list(std::move(tools))
    , timeout(timeout)
    , audit(audit)
    , interrupt(interrupt)
{
}

Launch launch_of(const ManifestTool& tool)
{
    std::vector<std::string> names {"PATH", "HOME"};
    names.insert(names.end(), tool.env.begin(), tool.env.end());
    std::vector<std::string> environment;
    for (const auto& name : names)
        if (const char* value = std::getenv(name.c_str())) // NOLINT(concurrency-mt-unsafe): nobody sets it
            environment.push_back(name + "=" + value);
    return {tool.program, tool.command, std::move(environment)};
}

// Throws BAD_REQUEST where they are not one JSON object; nothing at all means one without fields.
static std::string checked_arguments(const ToolCall& call)
{
    try {
        parse_request(call.arguments);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request,
            "the arguments of '" + call.name + "' can't be used: " + error.message,
            error.hint.empty() ? "arguments are one JSON object" : error.hint);
    }
    return call.arguments.empty() ? "{}" : call.arguments;
}

Toolbelt::Work Toolbelt::prepare(const ToolCall& call) const
{
    Work work;
    work.entry.time = std::chrono::system_clock::now();
    work.entry.tool = call.name;
    work.entry.request = call.arguments;
    const auto tool
        = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.name == call.name; });
    if (tool == list.end()) {
        work.entry.failure = "unknown tool " + call.name;
        work.content = error_line({{"error", work.entry.failure}});
        return work;
    }
    try {
        const std::string input = checked_arguments(call);
        work.call = {launch_of(*tool), input, tool->timeout.value_or(timeout)};
        work.tool = &*tool;
        work.entry.request = input;
    } catch (const ToolError& error) {
        const ToolAnswer answer = failed(error);
        work.entry.failure = answer.failure;
        work.content = answer.content;
    }
    return work;
}

void Toolbelt::finish(Work& work, const Outcome& outcome) const
{
    const ToolAnswer answer = answer_of(outcome, work.tool->name, work.call);
    work.content = answer.content;
    AuditEntry& entry = work.entry;
    entry.argv = work.call.launch.argv;
    if (outcome.end == End::exited)
        entry.exit = outcome.status;
    if (outcome.end == End::killed)
        entry.signal = outcome.status;
    entry.duration = outcome.duration;
    entry.output_bytes = outcome.output.size();
    entry.error_bytes = outcome.errors.size();
    entry.truncated = answer.truncated;
    entry.failure = answer.failure;
    entry.sandbox = answer.sandbox;
}

void Toolbelt::run_at_once(std::vector<Work*>& batch) const
{
    if (batch.empty())
        return;
    std::vector<Call> calls;
    for (Work* work : batch) {
        work->entry.time = std::chrono::system_clock::now();
        calls.push_back(work->call);
    }
    const std::vector<Outcome> outcomes = run_together(calls, interrupt);
    for (std::size_t index = 0; index < batch.size(); ++index) {
        finish(*batch[index], outcomes[index]);
        audit.write(batch[index]->entry);
    }
    batch.clear();
    interrupt.check();
}

std::vector<std::string> Toolbelt::run(const std::vector<ToolCall>& calls) const
{
    audit.check();
    std::vector<Work> works;
    works.reserve(calls.size());
    for (const auto& call : calls)
        works.push_back(prepare(call));
    std::vector<Work*> batch;
    for (auto& work : works) {
        if (work.tool == nullptr) {
            audit.write(work.entry);
            continue;
        }
        if (work.tool->changes_files || batch.size() == most_at_once)
            run_at_once(batch);
        batch.push_back(&work);
        if (work.tool->changes_files)
            run_at_once(batch);
    }
    run_at_once(batch);
    std::vector<std::string> contents;
    contents.reserve(works.size());
    for (auto& work : works)
        contents.push_back(std::move(work.content));
    return contents;
}
