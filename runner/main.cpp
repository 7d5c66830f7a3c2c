// agentcli: asks a model, runs the tools that it calls, and prints its answer.

#include "runner/conversation.hpp"
#include "runner/model/http.hpp"
#include "runner/model/record.hpp"
#include "runner/model/replay.hpp"
#include "runner/options.hpp"
#include "runner/prompt.hpp"

#include <sys/prctl.h>
#include <unistd.h>

enum Exit { answered = 0, failed_to_answer = 1, misuse = 2, timed_out = 124, interrupted_by = 128 };

struct Parts {
    const Redaction& redaction;
    const Output& output;
    const Toolbelt& toolbelt;
    const Interrupt& interrupt;
};

static std::unique_ptr<Model> make_model(const Options& options, const Parts& parts)
{
    if (!options.replay.empty())
        return std::make_unique<Replay>(options.replay, parts.redaction);
    const Endpoint endpoint {parse_url(options.base_url), options.api_key, options.timeout};
    const Json request = chat_request({options.model, options.temperature}, parts.toolbelt.tools());
    return std::make_unique<HttpModel>(endpoint, request, parts.output, parts.interrupt);
}

static int run(const Options& options, const Secrets& secrets, const Interrupt& interrupt)
{
    const Redaction redaction(secrets);
    const Output output(redaction, options.debug ? Debug::on : Debug::off);
    int status = misuse;
    try {
        const Audit audit(redaction);
        const Toolbelt toolbelt(load_tools(options.tools), options.timeout, audit, interrupt);
        const Task task {options.system, read_prompt(options.prompt, interrupt), options.max_steps};
        std::unique_ptr<Model> model = make_model(options, {redaction, output, toolbelt, interrupt});
            if (!options.record.empty())
            model = std::make_unique<Record>(std::move(model), options.record, redaction);
        status = failed_to_answer;
        output.answer(converse(task, *model, toolbelt, output));
        return answered;
    } catch (const ToolError& error) {
        output.note(one_line(error));
        if (interrupt.signal() != 0)
            return interrupted_by + interrupt.signal();
        return error.code == Code::timed_out ? timed_out : status;
    }
}

int main(int argc, char** argv)
try {
    // Other processes of the same user, the tools among them, shall not read the key out of this one.
    prctl(PR_SET_DUMPABLE, 0);
    const Interrupt interrupt;
    Secrets secrets {secret_values(environ), {}};
    const Options options = parse_options({argv + std::min(argc, 1), argv + argc});
    if (options.help || options.version) {
        print(options.help ? help_text() : "agentcli " AGENTCLI_VERSION "\n");
        return answered;
    }
    secrets.values.push_back(options.api_key);
    secrets.patterns = options.redact;
    return run(options, secrets, interrupt);
} catch (const ToolError& error) {
    print_note(Redaction({secret_values(environ), {}}).redact(one_line(error)));
    return misuse;
}
