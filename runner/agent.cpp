#include "runner/agent.hpp"

#include "runner/conversation.hpp"
#include "runner/model/http.hpp"
#include "runner/model/record.hpp"
#include "runner/model/redacting.hpp"
#include "runner/model/replay.hpp"
#include "runner/option_values.hpp"
#include "runner/prompt.hpp"
#include "runner/run_report.hpp"

#include <csignal>
#include <exception>

struct Parts {
    const Redaction& redaction;
    const Output& output;
    const Interrupt& interrupt;
    const Audit& audit;
};

static std::unique_ptr<Model> make_model(const Options& options, const Toolbelt& toolbelt, const Parts& parts)
{
    if (!options.replay.empty())
        return std::make_unique<Replay>(options.replay, parts.redaction, parts.output);
    const Endpoint endpoint {parse_url(options.base_url), options.api_key, options.timeout, options.retries};
    const Json request
        = chat_request({options.model, options.temperature, options.stream ? Streaming::on : Streaming::off},
            toolbelt.tools());
    return std::make_unique<HttpModel>(endpoint, request, parts.output, parts.interrupt);
}

static Form form_of(const Options& options)
{
    return options.events ? Form::events : options.json ? Form::json : Form::text;
}

static Stop stop_of(const ToolError& error, Reason usual, const Options& options, const Interrupt& interrupt)
{
    if (interrupt.signal() == SIGALRM)
        return {Reason::max_seconds, "", "no answer within " + duration_text(options.max_time),
            "-max-seconds allows more"};
    if (interrupt.signal() != 0)
        return {Reason::interrupted, "", error.message};
    return {error.code == Code::timed_out ? Reason::timed_out : usual, "", error.message, error.hint};
}

static Stop run(const Options& options, const Parts& parts, RunReport& report)
{
    Reason usual = Reason::misused;
    try {
        parts.interrupt.come_after(options.max_time);
        const Toolbelt toolbelt(load_tools(options.tools), options.timeout, parts.audit, parts.interrupt);
        const bool shows_text = options.stream && form_of(options) != Form::json;
        const Task task {options.system, read_prompt(options.prompt, parts.interrupt),
            {shows_text, options.verbose}, options.max_steps, options.max_calls, options.max_repeats};
        std::unique_ptr<Model> model = make_model(options, toolbelt, parts);
        if (options.redact_model)
            model = std::make_unique<Redacting>(std::move(model), parts.redaction);
        if (!options.record.empty())
            model = std::make_unique<Record>(std::move(model), options.record, parts.redaction);
        usual = Reason::failed;
        report.run_begins(options.model, toolbelt.tools());
        return converse(task, *model, toolbelt, report);
    } catch (const ToolError& error) {
        return stop_of(error, usual, options, parts.interrupt);
    } catch (const std::exception& error) { // of a library, where memory or descriptors are short
        return {Reason::failed, "", std::string("cannot go on: ") + error.what()};
    }
}

static int status_of(const Stop& stop, const Interrupt& interrupt)
{
    return static_cast<int>(stop.reason) + (stop.reason == Reason::interrupted ? interrupt.signal() : 0);
}

// The trail has the end before anybody is told of it.
static Stop written_down(const Stop& stop, const Parts& parts, const RunReport& report)
{
    try {
        parts.audit.end({name_of(stop.reason), status_of(stop, parts.interrupt), report.step_count()});
        return stop;
    } catch (const ToolError& error) {
        return {Reason::failed, "", error.message, error.hint};
    }
}

int run_agent(const Options& options, const Secrets& secrets, const Interrupt& interrupt)
{
    const Redaction redaction(secrets);
    const Output output(redaction, options.debug ? Debug::on : Debug::off);
    const Audit audit(redaction, output, options.audit);
    const Parts parts {redaction, output, interrupt, audit};
    RunReport report(output, form_of(options));
    const Stop stop = written_down(run(options, parts, report), parts, report);
    const int status = status_of(stop, interrupt);
    try {
        report.run_ends(stop, status);
        return status;
    } catch (const ToolError& error) {
        output.note(one_line(error));
        return static_cast<int>(Reason::failed);
    }
}
