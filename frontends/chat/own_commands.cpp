#include "frontends/agents/task_agent.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

static constexpr std::size_t max_own_output = 16 << 10; // the tool keeps the beginning and the end

namespace {

// A call of the operator, as reported to the screen.
class OwnCall {
public:
    OwnCall(ChatEngine& talk, OperatorCalls::Role role, const Json& shown)
        : talk(talk)
        , role(role)
        , result {.id = "!" + std::to_string(++talk.call_count),
              .tool = talk.operator_calls.name_of(role),
              .by = "operator"}
    {
        const display::ShownTool tool {result.tool, talk.operator_calls.tool_of(role).display};
        result.display = is_of_agent() ? talk.observer.own_call(result.id, tool, shown)
                                       : display::display_of_call(tool, shown);
        talk.channel.screen_event(channel::ChatCall {
            .id = result.id, .tool = result.tool, .by = result.by, .display = result.display});
    }

    // Runs the call. `more` adds to the event about the answer. Returns nullopt if it was
    // interrupted.
    std::optional<Json> run(
        const Json& request, void (*more)(const Json& answer, channel::ChatResult& result))
    {
        const host::BusyWith calling(talk.inbox, host::Inbox::Busy::calls);
        try {
            const calls::ToolAnswer answer
                = talk.operator_calls.call(role, request, [&](auto& call) {
                      call.call.id = result.id;
                      talk.live_calls.follow(call);
                      talk.nested.follow(call);
                  });
            talk.live_calls.take(result.id, {}); // the answer contains the whole output
            const Json told = answer_of_tool(answer.content);
            if (answer.duration)
                result.ms = answer.duration->count();
            if (!answer.code.empty())
                result.code = answer.code;
            if (is_of_agent())
                result.display = talk.observer.own_result(result.id, answer);
            else if (!answer.code.empty())
                display::add_end(result.display,
                    {result.tool, talk.operator_calls.tool_of(role).display}, Json(),
                    {.content = answer.content, .code = answer.code});
            more(told, result);
            talk.channel.screen_event(result);
            return answer.code.empty() ? std::optional(told) : std::nullopt;
        } catch (const ToolError&) {
            const bool is_ours = talk.cancel.is_set() && talk.cancel.signal() == 0;
            result.code = of_interruption;
            if (is_of_agent())
                talk.observer.own_result(result.id, {.content = "interrupted", .code = "INTERNAL"});
            talk.channel.screen_event(result);
            if (!is_ours)
                throw;
            talk.cancel.reset();
            return std::nullopt;
        }
    }

private:
    bool is_of_agent() const { return role == OperatorCalls::Role::agent; }

    ChatEngine& talk;
    OperatorCalls::Role role;
    channel::ChatResult result;
};

}

static std::string output_in(const Json& answer)
{
    std::string output = json::string_member(answer, "output");
    if (answer.contains("outputBase64"))
        output
            = "the output is not text: " + json::member(answer, "outputBytes").dump() + " bytes\n";
    if (const std::string file = json::string_member(answer, "outputFile"); !file.empty())
        output += "all of it: " + file + "\n";
    if (json::member(answer, "timedOut") == true)
        output += "the time was up\n";
    return output;
}

static void add_output(const Json& answer, channel::ChatResult& result)
{
    result.output = output_in(answer);
    if (const Json& exit = json::member(answer, "exitCode"); exit.is_number())
        result.exit = exit.get<std::int64_t>();
}

// The time limit is the maximum that the tool allows.
static Json request_of(const std::string& command, const Json& schema)
{
    Json request {
        {"command", command}, {"output", "interleaved"}, {"maxOutputBytes", max_own_output}};
    const Json& time = json::member(json::member(schema, "properties"), "timeoutSec");
    if (const Json& most = json::member(time, "maximum"); most.is_number_integer())
        request["timeoutSec"] = most;
    return request;
}

void run_own_command(ChatEngine& talk, const channel::ShellCommand& wanted)
{
    const std::string command(text::stripped(wanted.command));
    if (command.empty())
        throw ToolError(Code::bad_request, "! needs a command");
    const Json& schema = talk.operator_calls.tool_of(OperatorCalls::Role::run).schema;
    OwnCall call(talk, OperatorCalls::Role::run, {{"command", command}});
    const auto answer = call.run(request_of(command, schema), add_output);
    if (answer && wanted.tell)
        talk.attach({{"command", command}, {"exitCode", json::member(*answer, "exitCode")},
            {"output", output_in(*answer)}});
}

// Has an agent do a task, and shows its answer. Returns nullopt if there is none.
static std::optional<Json> answer_of_agent(
    ChatEngine& talk, const std::string& name, const std::string& task)
{
    talk.ready_engine(); // throws, naming what is missing, if no model is set up
    const auto& offered = talk.config.tools.agents;
    if (!offered)
        throw ToolError(
            Code::unsupported, "no agent is offered", "--agents and --investigator on offer some");
    options::agent_named(name, offered->agents);
    const Json request {{"agent", name}, {"task", task}};
    OwnCall call(talk, OperatorCalls::Role::agent, request);
    auto answer = call.run(request, [](const Json&, channel::ChatResult&) {});
    if (!answer)
        return std::nullopt;
    talk.reply(agents::text_of_answer(*answer) + "\n");
    return answer;
}

void investigate_question(ChatEngine& talk, const std::string& words)
{
    if (words.empty())
        throw ToolError(Code::bad_request, "/investigate needs a question");
    if (const auto report = answer_of_agent(talk, options::investigator_name, words))
        talk.attach({{"investigation", words}, {"report", *report}});
}

void give_task(ChatEngine& talk, const std::string& words)
{
    const std::string name = words.substr(0, words.find_first_of(" \t\n"));
    const std::string task(text::stripped(std::string_view(words).substr(name.size())));
    if (task.empty())
        throw ToolError(Code::bad_request, "/agent needs the name of an agent and a task",
            "/status lists the agents");
    if (const auto answer = answer_of_agent(talk, name, task))
        talk.attach({{"agent", name}, {"task", task}, {"answer", *answer}});
}

}
