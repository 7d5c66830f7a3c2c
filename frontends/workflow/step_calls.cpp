#include "frontends/workflow/step_calls.hpp"

#include <optional>
#include <set>
#include <utility>

namespace frontends::workflow {

using namespace runner;

// Returns the config with these servers required.
static start::RunConfig requiring(start::RunConfig config, const std::set<std::string>& needed)
{
    for (auto& server : config.servers)
        server.is_required = server.is_required || needed.contains(server.name);
    return config;
}

StepCalls::StepCalls(
    const start::RunConfig& config, Dependencies surroundings, const std::set<std::string>& needed)
    : by(surroundings)
{
    const auto note = [&output = by.output](std::string_view text) { output.note(text); };
    const auto note_once
        = [&output = by.output](std::string_view text) { output.note_once(std::string(text)); };
    manifest::ToolSelection wanted = config.tools;
    wanted.has_servers = !config.servers.empty();
    manifest = std::make_unique<start::ManifestTools>(wanted, config.tool_timeout,
        start::ManifestTools::Dependencies {.redaction = by.redaction,
            .audit = by.audit,
            .cancel = by.cancel,
            .note = note_once,
            .unread = std::nullopt});
    const auto& names = manifest->names();
    std::optional<start::RunConfig> stricter;
    if (!needed.empty())
        stricter = requiring(config, needed);
    servers = start::source_of_servers(stricter ? *stricter : config,
        std::set<std::string>(names.begin(), names.end()), {by.redaction, by.audit, note});
    hooks = start::make_hooks(
        config.hooks, {config.tools, by.audit.run_name(), by.redaction, note_once});
    std::vector<calls::ToolSource*> sources {&manifest->source()};
    if (servers)
        sources.push_back(servers.get());
    toolbelt = std::make_unique<calls::Toolbelt>(std::move(sources),
        calls::CallDependencies {
            by.audit, by.approver, by.cancel, by.redaction, nullptr, hooks.get(), note});
}

void StepCalls::start_servers()
{
    if (servers && !std::exchange(has_started_servers, true))
        servers->start(by.cancel);
}

namespace {

// Shows what a command prints, line by line.
class LiveOutput {
public:
    LiveOutput(Progress& progress, const terminal::Output& output, std::string path)
        : progress(progress)
        , stream(output.redacted_stream())
        , path(std::move(path))
    {
    }

    void add(std::string_view piece) { show(stream.add(piece)); }
    void end()
    {
        show(stream.end());
        if (!line.empty())
            progress.show_live(path, line);
    }

private:
    void show(std::string_view text)
    {
        for (auto newline = text.find('\n'); newline != std::string_view::npos;
             newline = text.find('\n')) {
            progress.show_live(path, line + std::string(text.substr(0, newline)));
            line.clear();
            text.remove_prefix(newline + 1);
        }
        line += text;
    }

    Progress& progress;
    redaction::RedactedStream stream;
    const std::string path;
    std::string line;
};

}

calls::ToolAnswer StepCalls::run(const Wanted& wanted)
{
    calls::PreparedCall call = toolbelt->prepare({"step-" + std::to_string(++count), wanted.tool,
        wanted.arguments.dump(-1, ' ', false, Json::error_handler_t::replace)});
    std::shared_ptr<LiveOutput> live;
    if (by.progress.shows_live() && call.is_live()) {
        live = std::make_shared<LiveOutput>(by.progress, by.output, wanted.step);
        call.arguments.hears_errors = [live](std::string_view piece) { live->add(piece); };
    }
    call.by = "workflow";
    call.labels = {"workflow=" + wanted.workflow, "step=" + wanted.step};
    call.is_trusted = wanted.is_trusted && !wanted.asks
        && (call.tool == nullptr || !by.approver.forbidden(call));
    call.needs_approval = wanted.asks;
    call.begins = wanted.begins;
    calls::ToolAnswer result;
    const model::ToolCall made = call.call;
    by.progress.call_begins(wanted.step, made);
    toolbelt->run(
        {std::move(call)}, [&](std::size_t, const calls::ToolAnswer& answer) { result = answer; });
    if (live)
        live->end();
    by.progress.call_ends(wanted.step, made, result);
    return result;
}

}
