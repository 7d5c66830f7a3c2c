#include "runner/agent.hpp"

#include "runner/conversation.hpp"
#include "runner/model/http.hpp"
#include "runner/model/record.hpp"
#include "runner/model/replay.hpp"
#include "runner/prompt.hpp"

#include <exception>

struct Parts {
    const Redaction& redaction;
    const Output& output;
    const Interrupt& interrupt;
};

static std::unique_ptr<Model> make_model(const Options& options, const Toolbelt& toolbelt, const Parts& parts)
{
    if (!options.replay.empty())
        return std::make_unique<Replay>(options.replay, parts.redaction);
    const Endpoint endpoint {parse_url(options.base_url), options.api_key, options.timeout, options.retries};
    const Json request
        = chat_request({options.model, options.temperature, options.stream ? Streaming::on : Streaming::off},
            toolbelt.tools());
    return std::make_unique<HttpModel>(endpoint, request, parts.output, parts.interrupt);
}

int run_agent(const Options& options, const Secrets& secrets, const Interrupt& interrupt)
{
    const Redaction redaction(secrets);
    const Output output(redaction, options.debug ? Debug::on : Debug::off);
    int status = misused;
    try {
        const Audit audit(redaction);
        const Toolbelt toolbelt(load_tools(options.tools), options.timeout, audit, interrupt);
        const Task task {options.system, read_prompt(options.prompt, interrupt), options.max_steps,
            {options.stream, options.verbose}};
        std::unique_ptr<Model> model = make_model(options, toolbelt, {redaction, output, interrupt});
        if (!options.record.empty())
            model = std::make_unique<Record>(std::move(model), options.record, redaction);
        status = failed_to_answer;
        const std::string text = converse(task, *model, toolbelt, output);
        if (!task.shown.text)
            output.answer(text);
        return answered;
    } catch (const ToolError& error) {
        output.note(one_line(error));
        if (interrupt.signal() != 0)
            return interrupted + interrupt.signal();
        return error.code == Code::timed_out ? timed_out : status;
    } catch (const std::exception& error) { // of a library, where memory or descriptors are short
        output.note(std::string("cannot go on: ") + error.what());
        return failed_to_answer;
    }
}
