#include "runner/commands/agent.hpp"

#include "agent/model/http.hpp"
#include "runner/start/ending.hpp"
#include "runner/start/engine.hpp"
#include "runner/start/open_transcript.hpp"
#include "runner/terminal/approval.hpp"
#include "runner/terminal/prompt.hpp"
#include "runner/terminal/run_report.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <exception>

namespace {

// A run from the command line: one turn, told on stdout and stderr.
class OneRun {
public:
    OneRun(const Options& options, const Secrets& secrets, Cancel& cancel)
        : options(options)
        , config(run_config_of(options))
        , redaction(secrets)
        , redaction_of_questions({secrets.values, {}, Shapes::none})
        , output(redaction, options.debug ? Debug::on : Debug::off)
        , cancel(cancel)
        , audit(
              redaction, [this](const std::string& text) { output.note(text); }, config.audit,
              config.audit_directory)
        , approval(config.approve, output, redaction_of_questions, cancel)
        , report(output, form_of(options))
    {
    }

    // The exit status.
    int run() { return status_of(written_down(told(ask())), cancel); }

private:
    static Form form_of(const Options& options)
    {
        return options.events ? Form::events : options.json ? Form::json : Form::text;
    }

    std::string read_prompt() { return read_prompt_with_stdin(options.prompt, cancel, output); }

    Surroundings surroundings() { return {redaction, output, audit, approval, report, cancel}; }

    // The request that would be sent, and nothing else that leaves a trace.
    Stop show_request()
    {
        Transcript transcript = begin_transcript(config.beginning, redaction, output);
        transcript.add({{"role", "user"}, {"content", read_prompt()}});
        const Engine engine(config, surroundings());
        output.line(engine.request_with(transcript.messages()));
        return {Reason::answered};
    }

    Stop ask()
    {
        Reason usual = Reason::misused;
        try {
            cancel.end_after(config.limits.time);
            if (options.dry_run)
                return show_request();
            Engine engine(config, surroundings());
            const std::string prompt = read_prompt();
            engine.open();
            usual = Reason::failed;
            audit.begin(sha256(prompt));
            report.run_begins(options.model, engine.tools());
            return engine.turn({{{Json {{"role", "user"}, {"content", prompt}}}}}, tally);
        } catch (const ToolError& error) {
            return stop_of(error, usual, config.limits.time, cancel);
        } catch (const std::exception& error) {
            return stop_of(error);
        }
    }

    // What became of the answer when it was printed.
    Stop told(const Stop& stop)
    {
        if (options.dry_run && stop.reason == Reason::answered)
            return stop;
        try {
            report.run_ends(stop, tally.summary(stop, status_of(stop, cancel)));
            return stop;
        } catch (const ToolError& error) {
            if (stop.reason != Reason::stdout_closed) // else that has been said
                output.note(one_line(error));
            return {nobody_reads_stdout() ? Reason::stdout_closed : Reason::failed, "", error.message};
        }
    }

    // Last of all, so that the trail has the status that agentcli ends with.
    Stop written_down(const Stop& stop)
    {
        try {
            const std::string hash = stop.reason == Reason::answered ? sha256(stop.answer) : "";
            audit.end({name_of(stop.reason), status_of(stop, cancel), tally.steps(), hash});
            return stop;
        } catch (const ToolError& error) {
            output.note(one_line(error));
        } catch (const std::exception& error) {
            output.note(stop_of(error).error);
        }
        return {Reason::failed};
    }

    const Options& options;
    const RunConfig config;
    const Redaction redaction;
    // The model chooses what looks like a secret, has a name or matches a pattern: none of these hides what is asked about.
    const Redaction redaction_of_questions;
    Output output;
    Cancel& cancel;
    Audit audit;
    Approval approval;
    RunReport report;
    Tally tally;
};

}

int run_agent(const Options& options, const Secrets& secrets, Cancel& cancel)
{
    return OneRun(options, secrets, cancel).run();
}

static Json lines_of(const std::string& text)
{
    Json lines = Json::array();
    std::string_view rest = stripped(text);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        lines.push_back(stripped(rest.substr(0, end)));
        if (lines.back().get_ref<const std::string&>().empty())
            throw ToolError(Code::bad_request,
                "line " + std::to_string(lines.size()) + " of the prompt is empty",
                "--lines takes each line for a text, and there is nothing to embed in an empty one");
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return lines;
}

static void print_embedding(const Options& options, Output& output, Cancel& cancel)
{
    HttpModel model(endpoint_of(server_config_of(options), output), {{"model", named_model(options.model)}},
        output, cancel);
    const std::string text = read_prompt(options.prompt, cancel);
    output.line(model.embed(options.lines ? lines_of(text) : Json(text)));
}

int run_embedding(const Options& options, const Secrets& secrets, Cancel& cancel)
{
    const Redaction redaction(secrets);
    Output output(redaction, options.debug ? Debug::on : Debug::off);
    try {
        cancel.end_after(options.max_time);
        print_embedding(options, output, cancel);
        return static_cast<int>(Reason::answered);
    } catch (const ToolError& error) {
        const Stop stop = stop_of(error, error.code == Code::bad_request ? Reason::misused : Reason::failed,
            options.max_time, cancel);
        output.note(one_line(ToolError(Code::internal, stop.error, stop.hint)));
        return status_of(stop, cancel);
    }
}
