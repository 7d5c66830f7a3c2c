#pragma once

#include "catch.hpp"

#include "agent/calls/toolbelt.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

using namespace agent::audit;
using namespace agent::calls;
using namespace agent::redaction;
using namespace toolkit::json;
using namespace toolkit::system;

using Strings = std::vector<std::string>;

// A source whose calls end when the test says so. It has at most `room` at once.
class ScriptedSource : public ToolSource {
public:
    ScriptedSource(
        const Strings& reading, const Strings& changing, std::size_t room = max_parallel_calls)
        : room(room)
    {
        for (const auto& name : reading)
            add(name, false);
        for (const auto& name : changing)
            add(name, true);
    }

    std::vector<const OfferedTool*> tools() const override
    {
        std::vector<const OfferedTool*> tools;
        for (const auto& tool : list)
            tools.push_back(tool.get());
        return tools;
    }

    bool begin(CallId id, const OfferedTool& tool, const Arguments& arguments) override
    {
        if (running.size() >= room)
            return false;
        running[id] = tool.name;
        begun.push_back(tool.name + arguments.text);
        return true;
    }

    void cancel(CallId id, Cancelled why) override
    {
        cancelled.emplace_back(running.at(id), why);
        finish(id, failed({Code::permission_denied, "cancelled"}));
    }

    void watch(Watch& watch) const override
    {
        if (!ended.empty())
            watch.until(Watch::Clock::now());
    }
    void step() override { }

    std::optional<ToolResult> take(CallId id) override
    {
        auto found = ended.extract(id);
        return found ? std::optional(std::move(found.mapped())) : std::nullopt;
    }

    // Calls of this tool with {"mode": "look"} change nothing.
    void let_look(const std::string& name)
    {
        for (auto& tool : list)
            if (tool->name == name)
                tool->reading = {"mode", {"look"}};
    }

    // The operator allows calls of this tool.
    void allow(const std::string& name)
    {
        for (auto& tool : list)
            if (tool->name == name)
                tool->is_allowed = true;
    }

    // All calls of this tool that run want to make a call of another one.
    void ask_from(const std::string& name, const std::string& other)
    {
        for (const auto& [id, tool] : running)
            if (tool == name)
                nested[id] = {1, other, "{}"};
    }
    std::optional<NestedAsk> take_ask(CallId id) override
    {
        auto found = nested.extract(id);
        return found ? std::optional(found.mapped()) : std::nullopt;
    }

    // The tool is of an MCP server, which may write the workspace or not.
    void move_to_server(const std::string& name, const std::string& server, bool may_write)
    {
        for (auto& tool : list)
            if (tool->name == name) {
                tool->at_server = {server, !tool->changes_files};
                tool->uses_workspace = may_write;
            }
    }

    // Calls of these tools wait.
    std::set<std::string> unready;
    bool is_ready_for(const OfferedTool& tool, const Arguments& /*arguments*/) override
    {
        return !unready.contains(tool.name);
    }
    bool is_preparing(const OfferedTool& tool) const override
    {
        return unready.contains(tool.name);
    }

    // All calls of this tool that run.
    void end(const std::string& name)
    {
        std::vector<CallId> ids;
        for (const auto& [id, tool] : running)
            if (tool == name)
                ids.push_back(id);
        for (const CallId id : ids)
            finish(id, {"\"" + name + "\""});
    }

    Strings begun;
    std::vector<std::pair<std::string, Cancelled>> cancelled;

private:
    void add(const std::string& name, bool changes)
    {
        auto tool = std::make_unique<OfferedTool>();
        tool->name = name;
        tool->schema = Json::object();
        tool->changes_files = changes;
        list.push_back(std::move(tool));
    }
    void finish(CallId id, ToolAnswer answer)
    {
        running.erase(id);
        ended[id] = {.answer = std::move(answer)};
    }

    std::size_t room;
    std::vector<std::unique_ptr<OfferedTool>> list;
    std::map<CallId, std::string> running;
    std::map<CallId, ToolResult> ended;
    std::map<CallId, NestedAsk> nested;
};

// Decides when the test says so.
class LateApprover : public Approver {
public:
    bool asks_about(const PreparedCall& call) const override { return asks && asks(*call.tool); }
    std::optional<Decision> ask(CallId id, const PreparedCall& call) override
    {
        asked[call.tool->name] = id;
        return std::nullopt;
    }
    std::optional<Decision> take(CallId id) override
    {
        auto found = decisions.extract(id);
        return found ? std::optional(found.mapped()) : std::nullopt;
    }
    void withdraw(CallId id) override
    {
        withdrawn.push_back(id);
        if (is_gone)
            throw ToolError(Code::internal, "the host is gone");
    }

    void decide(const std::string& tool, const Decision& decision)
    {
        decisions[asked.at(tool)] = decision;
    }

    std::optional<Decision> forbidden(const PreparedCall& call) const override
    {
        return forbids ? forbidden_by(Approve::plan, call) : std::nullopt;
    }

    std::function<bool(const OfferedTool&)> asks = {};
    bool forbids = false; // what changes files
    std::map<std::string, CallId> asked;
    std::vector<CallId> withdrawn;
    bool is_gone = false; // whoever is asked

private:
    std::map<CallId, Decision> decisions;
};

// A batch of calls; their answers, in the order in which they end.
struct Scene {
    explicit Scene(std::vector<ToolSource*> sources, std::vector<Hook> given = {})
        : sources(std::move(sources))
        , hooks(std::move(given), {}, redaction)
    {
        std::signal(SIGPIPE, SIG_IGN); // a hook need not read its input
    }
    ~Scene()
    {
        std::filesystem::current_path(before);
        std::filesystem::remove_all(directory);
    }
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    // Steps until this is true, or for as long as hooks can take.
    void step_until(const std::function<bool()>& is_there)
    {
        const auto end = Watch::Clock::now() + std::chrono::seconds(20);
        for (batch.step(); !is_there() && Watch::Clock::now() < end; batch.step()) {
            Watch watch;
            batch.watch(watch);
            watch.until(end);
            watch.wait();
        }
        CHECK(is_there());
    }

    void add(const std::string& name, const std::string& id = "", const char* arguments = "{}")
    {
        batch.add(prepared_call({id, name, arguments}, sources));
    }

    // A call of this client of several.
    void add_of(std::uint64_t sender, const std::string& name, const std::string& id = "")
    {
        PreparedCall call = prepared_call({id, name, "{}"}, sources);
        call.sender = sender;
        call.is_answered_immediately = true;
        batch.add(std::move(call));
    }

    std::vector<ToolSource*> sources;
    std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::path directory = [] {
        std::string name = std::filesystem::temp_directory_path() / "batch.XXXXXX";
        std::filesystem::current_path(mkdtemp(name.data()));
        return name;
    }();
    Redaction redaction {Secrets {}};
    Audit audit {redaction, [](const std::string&) {}, AuditPolicy::best_effort};
    Hooks hooks;
    LateApprover approver;
    Cancel cancel;
    Strings answers;
    std::map<std::size_t, ToolAnswer> of_call;
    CallBatch batch {{audit, approver, cancel, redaction, nullptr, &hooks}, 100,
        [&](std::size_t index, const ToolAnswer& answer) {
            answers.push_back(answer.content);
            of_call[index] = answer;
        }};
};
