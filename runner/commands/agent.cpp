#include "runner/commands/agent.hpp"
#include "runner/commands/command_options.hpp"

#include "agent/model/http.hpp"
#include "agent/permissions/permissions.hpp"
#include "agent/skills/filled_prompt.hpp"
#include "agent/skills/prompt_file.hpp"
#include "runner/servers/choose_servers.hpp"
#include "runner/servers/question_prompters.hpp"
#include "runner/start/ending.hpp"
#include "runner/start/engine.hpp"
#include "runner/terminal/approval.hpp"
#include "runner/terminal/prompt.hpp"
#include "runner/terminal/run_report.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <exception>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

namespace {

// A run from the command line: a single turn, reported on stdout and stderr.
class OneRun {
public:
    OneRun(
        const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
        : options(options)
        , config(start::run_config_of(options))
        , servers(servers::servers_of_run(options, secrets))
        , redaction(servers.secrets)
        , redaction_of_questions(servers.secrets.of_questions())
        , output(redaction, options.debug)
        , cancel(cancel)
        , audit(
              redaction, [this](const std::string& text) { output.note(text); }, config.audit,
              config.audit_directory)
        , rules(config.approval_rules,
              {audit, [this](const std::string& text) { output.note(text); }})
        , approval(config.approve, output, redaction_of_questions, cancel)
        , report(output, form_of(options))
    {
        rules.ask_about(config.approve);
        approval.use(rules);
    }

    // Returns the exit status.
    int run() { return start::status_of(written_down(told(ask())), cancel); }

private:
    static terminal::Form form_of(const options::Options& options)
    {
        return options.events ? terminal::Form::events
            : options.json    ? terminal::Form::json
                              : terminal::Form::text;
    }

    // Returns the prompt, or the prompt file with its arguments filled in, followed by the text on
    // stdin unless stdin has another use.
    std::string prompt_text(bool is_stdin_taken)
    {
        std::string text = options.prompt;
        if (!options.prompt_file.empty()) {
            is_stdin_taken = is_stdin_taken || options.prompt == "-";
            text = skills::filled_prompt(skills::find_prompt_file(options.prompt_file).body,
                terminal::read_prompt(options.prompt, cancel));
        }
        return is_stdin_taken ? text : terminal::read_prompt_with_stdin(text, cancel, output);
    }

    // Stdin contains the prompt, text to append, or an image.
    model::Message read_prompt()
    {
        const bool has_stdin_image
            = std::find(options.images.begin(), options.images.end(), "-") != options.images.end();
        if (has_stdin_image && options.prompt == "-")
            throw ToolError(Code::bad_request, "stdin cannot be the prompt and an image",
                "one of --prompt and --image can be -");
        return model::user_message(
            prompt_text(has_stdin_image), terminal::read_images(options.images));
    }

    start::EngineDependencies surroundings()
    {
        return {redaction, output, audit, approval, report, cancel};
    }

    void take_servers()
    {
        for (const auto& note : servers.notes)
            output.note(note);
        if (servers.problem)
            throw ToolError(*servers.problem);
        config.servers = servers.entries;
        if (!config.servers.empty())
            config.prompter = servers::prompter_at_terminal(cancel);
    }

    // Prints the request that would be sent. Leaves no other trace.
    loop::Stop show_request()
    {
        start::Engine engine(config, surroundings());
        loop::Transcript transcript = engine.begin();
        transcript.add(read_prompt());
        output.line(engine.request_with(transcript.messages()));
        return {loop::Reason::answered};
    }

    // Returns true if there were calls and all were refused because their sandbox was unavailable.
    bool could_do_nothing() const
    {
        const auto& made = tally.calls();
        const std::string refused(system::wire_name(Code::sandbox_unavailable));
        return !made.empty() && std::all_of(made.begin(), made.end(), [&](const auto& call) {
            return call.code == refused;
        });
    }

    // Warns that the model may have answered without having read anything.
    static loop::Stop stop_without_sandbox()
    {
        return {loop::Reason::failed, "",
            "the model could do nothing: this machine can't give the tools their sandbox, so each "
            "call was refused",
            "'agentcli doctor' says what is missing; tools.paths.json beside the installed "
            "manifest has tools that work without Landlock",
            false, Code::sandbox_unavailable};
    }

    loop::Stop ask()
    {
        loop::Reason usual = loop::Reason::misused;
        try {
            take_servers();
            if (options.dry_run)
                return show_request();
            start::Engine engine(config, surroundings());
            model::Message prompt = read_prompt();
            engine.open();
            usual = loop::Reason::failed;
            audit.begin(system::sha256(prompt.text()));
            engine.start_servers();
            report.run_begins(options.model, engine.tools());
            const loop::Stop stop = engine.turn({{{std::move(prompt)}}}, tally);
            return stop.reason == loop::Reason::answered && could_do_nothing()
                ? stop_without_sandbox()
                : stop;
        } catch (const ToolError& error) {
            return start::stop_of(error, usual, config.limits.time, cancel);
        } catch (const std::exception& error) {
            return start::stop_of(error);
        }
    }

    // Returns the stop after the answer was printed.
    loop::Stop told(const loop::Stop& stop)
    {
        if (options.dry_run && stop.reason == loop::Reason::answered)
            return stop;
        try {
            report.run_ends(stop, tally.end(stop, start::status_of(stop, cancel)));
            return stop;
        } catch (const ToolError& error) {
            if (stop.reason != loop::Reason::stdout_closed) // otherwise this was already reported
                output.note(terminal::one_line(error));
            return {terminal::nobody_reads_stdout() ? loop::Reason::stdout_closed
                                                    : loop::Reason::failed,
                "", error.message};
        }
    }

    // Called last, so that the audit trail records the final exit status.
    loop::Stop written_down(const loop::Stop& stop)
    {
        try {
            const std::string hash
                = stop.reason == loop::Reason::answered ? system::sha256(stop.answer) : "";
            audit.end({loop::name_of(stop.reason), start::status_of(stop, cancel), tally.steps(),
                hash, tally.cost(), tally.fallback()});
            return stop;
        } catch (const ToolError& error) {
            output.note(terminal::one_line(error));
        } catch (const std::exception& error) {
            output.note(start::stop_of(error).error);
        }
        return {loop::Reason::failed};
    }

    const options::Options& options;
    start::RunConfig config;
    const servers::RunServers servers;
    const redaction::Redaction redaction;
    const redaction::Redaction redaction_of_questions;
    terminal::Output output;
    system::Cancel& cancel;
    audit::Audit audit;
    permissions::Permissions rules;
    terminal::Approval approval;
    terminal::RunReport report;
    loop::Tally tally;
};

}

int run_agent(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    return OneRun(options, secrets, cancel).run();
}

static Json lines_of(const std::string& text)
{
    Json lines = Json::array();
    std::string_view rest = text::stripped(text);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        lines.push_back(text::stripped(rest.substr(0, end)));
        if (lines.back().get_ref<const std::string&>().empty())
            throw ToolError(Code::bad_request,
                "line " + std::to_string(lines.size()) + " of the prompt is empty",
                "--lines takes each line for a text, and there is nothing to embed in an empty "
                "one");
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return lines;
}

static void print_embedding(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel)
{
    model::HttpModel model(start::server_of(start::server_config_of(options), output),
        {{"model", start::named_model(options.model)}}, output, cancel);
    const std::string text = terminal::read_prompt(options.prompt, cancel);
    const Json input = options.own.of<EmbedOptions>().lines ? lines_of(text) : Json(text);
    Json result;
    try {
        result = model.embed(input);
    } catch (const ToolError& error) {
        throw ToolError(error.code,
            "cannot embed with the model " + text::in_quotes(options.model) + ": " + error.message,
            error.hint);
    }
    // Servers may omit the name, or return another one, such as that of a file or a version.
    if (json::string_member(result, "model").empty())
        result["model"] = options.model;
    else if (result["model"] != options.model)
        result["requestedModel"] = options.model;
    output.line(result);
}

int run_embedding(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    const redaction::Redaction redaction(secrets);
    terminal::Output output(redaction, options.debug);
    try {
        print_embedding(options, output, cancel);
        return static_cast<int>(loop::Reason::answered);
    } catch (const ToolError& error) {
        const loop::Stop stop = start::stop_of(error,
            error.code == Code::bad_request ? loop::Reason::misused : loop::Reason::failed,
            options.max_time, cancel);
        output.note(terminal::one_line(ToolError(Code::internal, stop.error, stop.hint)));
        return start::status_of(stop, cancel);
    }
}

}
