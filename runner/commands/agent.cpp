#include "runner/commands/agent.hpp"

#include "agent/loop/conversation.hpp"
#include "agent/loop/structured_answer.hpp"
#include "agent/model/http.hpp"
#include "agent/model/record.hpp"
#include "agent/model/redacting.hpp"
#include "agent/model/replay.hpp"
#include "runner/options/option_values.hpp"
#include "runner/start/beginning.hpp"
#include "runner/start/tool_choice.hpp"
#include "runner/terminal/approval.hpp"
#include "runner/terminal/prompt.hpp"
#include "runner/terminal/run_report.hpp"
#include "toolkit/json/whole_json.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/duration.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/text.hpp"

#include <csignal>
#include <exception>

struct Parts {
    const Redaction& redaction;
    const Redaction& redaction_of_questions;
    const Output& output;
    Cancel& cancel;
    const Audit& audit;
};

static Json request_of(const Options& options, const std::vector<ManifestTool>& tools)
{
    return chat_request({options.model, options.temperature, options.max_tokens,
                            options.stream ? Streaming::on : Streaming::off},
        specs_of(tools));
}

static Endpoint endpoint_of(const Options& options, const Output& output)
{
    const Url url = parse_url(options.base_url);
    const auto has_key = [](const std::string& header) {
        return in_lower_case(header.substr(0, header.find(':'))) == "authorization";
    };
    if (url.host == "api.openai.com" && options.api_key.empty()
        && std::none_of(options.headers.begin(), options.headers.end(), has_key))
        throw ToolError(Code::bad_request, "there is no key for " + authority(url) + ", so nothing was sent",
            "OAI_API_KEY sets it; OAI_BASE_URL or --base-url names another endpoint");
    if (!options.verify)
        output.note(
            "--no-verify: the server's certificate is not checked: whoever is in between can read and change "
            "everything");
    return {{url, proxy_of(url), options.ca_file, options.verify ? Verify::on : Verify::off}, options.headers,
        options.api_key, options.reply_timeout, options.retries};
}

static std::unique_ptr<Model> make_model(const Options& options, Json request, const Parts& parts)
{
    if (!options.replay.empty())
        return std::make_unique<Replay>(options.replay, parts.redaction, parts.output);
    return std::make_unique<HttpModel>(
        endpoint_of(options, parts.output), std::move(request), parts.output, parts.cancel);
}

static std::unique_ptr<StructuredAnswer> find_structure(const Options& options)
{
    if (options.output_schema.empty())
        return {};
    return std::make_unique<StructuredAnswer>(options.output_schema);
}

static Form form_of(const Options& options)
{
    return options.events ? Form::events : options.json ? Form::json : Form::text;
}

static Stop stop_of(const ToolError& error, Reason usual, const Options& options, Cancel& cancel)
{
    const Cancel::Reason reason = cancel.reason();
    if (reason == Cancel::Reason::deadline)
        return {Reason::max_seconds, "", "no answer within " + duration_text(options.max_time),
            "--max-seconds allows more"};
    if (reason != Cancel::Reason::none)
        return {Reason::interrupted, "", error.message};
    if (nobody_reads_stdout())
        return {Reason::stdout_closed, "", error.message};
    return {error.code == Code::timed_out ? Reason::timed_out : usual, "", error.message, error.hint};
}

// Of a library, where memory or descriptors are short.
static Stop stop_of(const std::exception& error)
{
    return {Reason::failed, "", std::string("cannot go on: ") + error.what()};
}

// The messages are worth having also where the conversation fails.
class Saving {
public:
    // Opens the file, and leaves what it has until there is something to save: it may have been loaded. An empty path
    // is nowhere. Throws BAD_REQUEST.
    Saving(const Transcript& transcript, const std::string& path, const Redaction& redaction)
        : transcript(transcript)
        , path(path)
        , redaction(redaction)
    {
        if (!path.empty())
            file = open_named_file(path, "the messages to", 0);
    }

    template<class Work>
    Stop after(Work work) const
    {
        try {
            Stop stop = work();
            save();
            return stop;
        } catch (...) {
            save();
            throw;
        }
    }

private:
    void save() const
    {
        if (file)
            transcript.save(file, path, redaction);
    }

    const Transcript& transcript;
    const std::string& path;
    const Redaction& redaction;
    File file;
};

static ManifestChoice choose_tools_aloud(const Options& options, const Output& output)
{
    ManifestChoice choice = choose_tools(options);
    if (!choice.note.empty())
        output.note(choice.note);
    return choice;
}

// The request that would be sent, and nothing else that leaves a trace.
static Stop show_request(const Options& options, const Parts& parts)
{
    Transcript transcript = begin_transcript(options, parts.redaction, parts.output);
    transcript.add(
        {{"role", "user"}, {"content", read_prompt_with_stdin(options.prompt, parts.cancel, parts.output)}});
    const ManifestChoice choice = choose_tools_aloud(options, parts.output);
    Json request = request_of(options, choice.tools);
    if (const auto structure = find_structure(options); structure && choice.tools.empty())
        request["response_format"] = structure->response_format();
    request["messages"] = transcript.messages();
    parts.output.line(request);
    return {Reason::answered};
}

static Stop run(const Options& options, const Parts& parts, RunReport& report)
{
    Reason usual = Reason::misused;
    try {
        parts.cancel.end_after(options.max_time);
        if (options.dry_run)
            return show_request(options, parts);
        Approval approval(options.approve, parts.output, parts.redaction_of_questions, parts.cancel);
        ManifestChoice choice = choose_tools_aloud(options, parts.output);
        Protection protection(std::move(choice.obeyed), parts.cancel);
        const Toolbelt toolbelt(std::move(choice.tools), options.timeout,
            {parts.audit, approval, protection, parts.cancel, parts.redaction});
        const auto structure = find_structure(options);
        const bool shows_text = options.stream && form_of(options) != Form::json && !structure;
        const Json request = request_of(options, toolbelt.tools());
        const Task task {read_prompt_with_stdin(options.prompt, parts.cancel, parts.output),
            {shows_text, options.verbose}, options.max_steps, options.max_calls, options.max_repeats,
            structure.get()};
        std::unique_ptr<Model> model = make_model(options, request, parts);
        if (options.redact_model)
            model = std::make_unique<Redacting>(std::move(model), parts.redaction);
        if (!options.record.empty())
            model = std::make_unique<Record>(std::move(model), options.record, parts.redaction);
        Transcript transcript = begin_transcript(options, parts.redaction, parts.output);
        const Saving save(transcript, options.save_messages, parts.redaction);
        usual = Reason::failed;
        parts.audit.begin(sha256(task.prompt));
        report.run_begins(options.model, toolbelt.tools());
        Context context(options.context_window, options.context_window == 0 ? "" : request.dump(),
            &parts.cancel, &parts.redaction);
        return save.after([&] { return converse(task, transcript, {*model, toolbelt, report, context}); });
    } catch (const ToolError& error) {
        return stop_of(error, usual, options, parts.cancel);
    } catch (const std::exception& error) {
        return stop_of(error);
    }
}

static int status_of(const Stop& stop, Cancel& cancel)
{
    return (static_cast<int>(stop.reason) & 0xff)
        + (stop.reason == Reason::interrupted ? cancel.signal() : 0);
}

// What became of the answer when it was printed.
static Stop told(const Stop& stop, const Options& options, const Parts& parts, RunReport& report)
{
    if (options.dry_run && stop.reason == Reason::answered)
        return stop;
    try {
        report.run_ends(stop, status_of(stop, parts.cancel));
        return stop;
    } catch (const ToolError& error) {
        if (stop.reason != Reason::stdout_closed) // else that has been said
            parts.output.note(one_line(error));
        return {nobody_reads_stdout() ? Reason::stdout_closed : Reason::failed, "", error.message};
    }
}

// Last of all, so that the trail has the status that agentcli ends with.
static Stop written_down(const Stop& stop, const Parts& parts, const RunReport& report)
{
    try {
        const std::string hash = stop.reason == Reason::answered ? sha256(stop.answer) : "";
        parts.audit.end({name_of(stop.reason), status_of(stop, parts.cancel), report.step_count(), hash});
        return stop;
    } catch (const ToolError& error) {
        parts.output.note(one_line(error));
    } catch (const std::exception& error) {
        parts.output.note(stop_of(error).error);
    }
    return {Reason::failed};
}

int run_agent(const Options& options, const Secrets& secrets, Cancel& cancel)
{
    const Redaction redaction(secrets);
    const Output output(redaction, options.debug ? Debug::on : Debug::off);
    const Audit audit(
        redaction, [&output](const std::string& text) { output.note(text); }, options.audit);
    // The model chooses what looks like a secret, and the workspace its rules: neither hides what is asked about.
    const Redaction of_questions({secrets.values, secrets.patterns, Shapes::none, secrets.keys});
    const Parts parts {redaction, of_questions, output, cancel, audit};
    RunReport report(output, form_of(options));
    const Stop stop = told(run(options, parts, report), options, parts, report);
    return status_of(written_down(stop, parts, report), cancel);
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

static void print_embedding(const Options& options, const Output& output, Cancel& cancel)
{
    HttpModel model(endpoint_of(options, output), {{"model", options.model}}, output, cancel);
    const std::string text = read_prompt(options.prompt, cancel);
    output.line(model.embed(options.lines ? lines_of(text) : Json(text)));
}

int run_embedding(const Options& options, const Secrets& secrets, Cancel& cancel)
{
    const Redaction redaction(secrets);
    const Output output(redaction, options.debug ? Debug::on : Debug::off);
    try {
        cancel.end_after(options.max_time);
        print_embedding(options, output, cancel);
        return static_cast<int>(Reason::answered);
    } catch (const ToolError& error) {
        const Stop stop = stop_of(
            error, error.code == Code::bad_request ? Reason::misused : Reason::failed, options, cancel);
        output.note(one_line(ToolError(Code::internal, stop.error, stop.hint)));
        return status_of(stop, cancel);
    }
}
