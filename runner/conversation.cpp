#include "runner/conversation.hpp"

#include "toolkit/error.hpp"

static Json begin(const Task& task)
{
    Json messages = Json::array();
    if (!task.system.empty())
        messages.push_back({{"role", "system"}, {"content", task.system}});
    messages.push_back({{"role", "user"}, {"content", task.prompt}});
    return messages;
}

static std::string answer_in(const Reply& reply, const Output& output)
{
    std::string text = text_of(reply.message);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        const Json refusal = reply.message.value("refusal", Json());
        throw ToolError(Code::io_error,
            refusal.is_string() ? "the model refused: " + refusal.get<std::string>()
                                : "the model's message has neither text nor tool calls");
    }
    if (reply.finish_reason == "length")
        output.note("the model has reached its limit of tokens: its answer is cut off");
    return text;
}

static Reply ask(const Json& messages, Model& model, const Output& output, Shown shown)
{
    LiveReply live(output, shown);
    try {
        Reply reply = model.ask(messages, live);
        live.end();
        return reply;
    } catch (const ToolError&) {
        live.end();
        throw;
    }
}

std::string converse(const Task& task, Model& model, const Toolbelt& toolbelt, const Output& output)
{
    Json messages = begin(task);
    for (std::int64_t step = 1;; ++step) {
        Reply reply = ask(messages, model, output, task.shown);
        std::vector<ToolCall> calls = take_calls(reply.message);
        if (calls.empty())
            return answer_in(reply, output);
        calls.back().is_cut_off = reply.finish_reason == "length";
        // Nobody would read what the tools answer now.
        if (step == task.max_steps)
            throw ToolError(Code::io_error,
                "no answer after " + std::to_string(step) + (step == 1 ? " step" : " steps")
                    + ", and the model calls more tools",
                "-max-steps allows more");
        messages.push_back(std::move(reply.message));
        const std::vector<std::string> contents = toolbelt.run(calls);
        for (std::size_t index = 0; index < calls.size(); ++index)
            messages.push_back(
                {{"role", "tool"}, {"tool_call_id", calls[index].id}, {"content", contents[index]}});
    }
}
