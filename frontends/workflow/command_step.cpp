#include "frontends/workflow/command_step.hpp"

#include "agent/workflow/parameters.hpp"
#include "frontends/workflow/step_files.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace frontends::workflow {

using namespace agent::workflow;

static constexpr std::int64_t usual_output = 1 << 20;
static constexpr std::int64_t max_output_in_answer = 64 << 10; // the default of `exec`
static constexpr std::chrono::seconds max_command_time {600}; // the default limit of `exec`

static std::string text_field(const Block& own, const char* name, const CommandSetting& setting)
{
    const Field* field = own.find(name);
    return field == nullptr ? "" : setting.compiled.texts.at(field->node).text(setting.data.data());
}

static void add_variables(Json& variables, const Block& block, const CommandSetting& setting)
{
    const Field* field = block.find("env");
    if (field == nullptr)
        return;
    for (std::size_t i = 0; i < field->node->items.size(); ++i)
        variables[field->node->keys[i]]
            = setting.compiled.texts.at(&field->node->items[i]).element(setting.data.data());
}

// Adds each parameter as a variable, or the path of a file with it as NAME_FILE.
static void add_parameters(Json& variables, const Json& parameters, ParameterFiles& files)
{
    for (const auto& [name, value] : parameters.items()) {
        std::string text = variable_text(value);
        const std::string name_of_file = name + "_FILE";
        const bool is_long = name.size() + text.size() + 2 > max_element_bytes;
        if (is_long && !parameters.contains(name_of_file))
            variables[name_of_file] = files.add(text);
        if (is_long)
            continue;
        if (text.find('\0') != std::string::npos)
            throw ToolError(Code::bad_request,
                "the parameter " + text::in_quotes(name) + " cannot be a variable of a command",
                "it contains NUL; a file can be named instead");
        variables[name] = std::move(text);
    }
}

static Json variables_of(const Step& step, const CommandSetting& setting, ParameterFiles& files)
{
    Json variables = Json::object();
    add_parameters(variables, setting.data.parameters(), files);
    add_variables(variables, setting.workflow.fields, setting);
    add_variables(variables, step.own(), setting);
    variables["AGENTCLI_IDEMPOTENCY_KEY"] = setting.idempotency_key;
    return variables;
}

static std::vector<std::string> shell_command(const std::string& shell, const std::string& script)
{
    if (shell == "bash")
        return {"bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script};
    if (shell == "zsh")
        return {"zsh", "-f", "-e", "-o", "pipefail", "-c", script};
    return {"sh", "-e", "-c", script};
}

static std::vector<std::string> python_command(const Step& step, const CommandSetting& setting)
{
    const Block& own = step.own();
    const bool is_module = own.find("module") != nullptr;
    std::vector<std::string> words {
        "python3", "-I", is_module ? "-m" : "-c", own.text(is_module ? "module" : "code")};
    if (const Field* args = own.find("args"))
        for (auto& word : arguments_of(setting.compiled.lists.at(args->node),
                 step.fields.is_set("allow_dash"), setting.data.data()))
            words.push_back(std::move(word));
    return words;
}

static std::vector<std::string> exec_command(const Step& step, const CommandSetting& setting)
{
    const Field& argv = *step.own().find("argv");
    const auto& templates = setting.compiled.lists.at(argv.node);
    std::vector<std::string> words {templates.front().text(setting.data.data())};
    const std::vector<FieldTemplate> rest(templates.begin() + 1, templates.end());
    for (auto& word : arguments_of(rest, step.fields.is_set("allow_dash"), setting.data.data()))
        words.push_back(std::move(word));
    return words;
}

static std::vector<std::string> words_of(const Step& step, const CommandSetting& setting)
{
    switch (step.kind) {
    case Kind::shell:
        return shell_command(
            step.own().text("shell", "bash"), text_field(step.own(), "command", setting));
    case Kind::python: return python_command(step, setting);
    default: return exec_command(step, setting);
    }
}

// Returns the stdin of Python if the step does not set one.
static std::string data_document(const RunData& data)
{
    const Json& all = data.all();
    return Json {{"params", all.at("params")}, {"steps", all.at("steps")},
        {"item", all.value("item", Json())}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json command_request(const Step& step, const CommandSetting& setting, ParameterFiles& files)
{
    const std::vector<std::string> words = words_of(step, setting);
    Json request {
        {"cmd", words.front()}, {"args", std::vector<std::string>(words.begin() + 1, words.end())}};
    if (const std::string cwd = text_field(step.own(), "cwd", setting); !cwd.empty())
        request["cwd"] = cwd;
    request["env"] = variables_of(step, setting, files);
    if (const auto most = step.own().count("max_output_bytes", usual_output);
        most < max_output_in_answer)
        request["maxOutputBytes"] = most;
    if (step.own().find("stdin") != nullptr)
        request["stdin"] = text_field(step.own(), "stdin", setting);
    else if (step.kind == Kind::python)
        request["stdin"] = data_document(setting.data);
    const std::chrono::milliseconds most = max_command_time;
    request["timeoutMs"] = (setting.timeout.count() > 0 ? setting.timeout : most).count();
    return request;
}

ToolError error_of(const calls::ToolAnswer& answer)
{
    Json fields;
    try {
        fields = json::parse_bounded(answer.content);
    } catch (const ToolError&) { // only the failure is known
    }
    const auto text = [&](const char* name) {
        const auto found = fields.is_object() ? fields.find(name) : fields.end();
        return fields.is_object() && found != fields.end() && found->is_string()
            ? found->get<std::string>()
            : std::string();
    };
    const std::string message = text("error");
    return {
        system::code_named(answer.code), message.empty() ? answer.failure : message, text("hint")};
}

// Throws if a stream has more than `most` bytes, or was not kept whole.
static void require_whole(const Json& answer, const std::string& name, std::int64_t most)
{
    const auto bytes = answer.value(name + "Bytes", std::int64_t {0});
    if (bytes > most)
        throw ToolError(Code::too_large,
            "the command has printed " + std::to_string(bytes) + " bytes, and "
                + std::to_string(most) + " is the maximum",
            "max_output_bytes allows more; a command can write into a file");
    if (answer.contains(name + "FileError") || answer.contains(name + "FileTruncated"))
        throw ToolError(Code::io_error, "the output of the command could not be kept whole");
}

// Returns a stream as the answer has it: of a long one the beginning and the end, and between them
// a line with the number of missing bytes and the name of the file. Returns nullopt if it is not
// UTF-8.
static std::optional<std::string> answered_stream(const Json& answer, const std::string& name)
{
    return answer.contains(name + "Base64") || answer.contains(name + "Replaced")
        ? std::nullopt
        : std::optional(answer.value(name, ""));
}

// Returns a whole stream: from the answer, or from the file with output that is too long for it.
// Returns nullopt if it is not UTF-8.
static std::optional<std::string> whole_stream(
    const Json& answer, const std::string& name, std::int64_t most)
{
    require_whole(answer, name, most);
    if (!answer.contains(name + "File"))
        return answered_stream(answer, name);
    std::string whole = system::read_found_file(
        answer.at(name + "File"), "the output", static_cast<std::size_t>(most));
    return text::is_utf8(whole) ? std::optional(std::move(whole)) : std::nullopt;
}

// Like whole_stream(), but returns the beginning and the end of a stream that is too long.
static std::optional<std::string> shortened_stream(
    const Json& answer, const std::string& name, std::int64_t most)
try {
    return whole_stream(answer, name, most);
} catch (const ToolError&) {
    return answered_stream(answer, name);
}

static bool may_be_shortened(const Block& own)
{
    const std::string usual = own.text("parse", "text") == "text" ? "truncate" : "fail";
    return own.text("output_limit", usual) == "truncate";
}

static std::string without_newline(std::string text)
{
    if (text.ends_with('\n'))
        text.pop_back();
    if (text.ends_with('\r'))
        text.pop_back();
    return text;
}

static Json lines_of(const std::string& text, bool are_json)
{
    Json lines = Json::array();
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const auto line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (lines.size() == max_items)
            throw too_many("stdout has", "lines");
        if (!are_json)
            lines.push_back(line);
        else if (!text::stripped(line).empty())
            lines.push_back(json::parse_json(
                line, {.subject = "line " + std::to_string(lines.size() + 1) + " of stdout"}));
    }
    return lines;
}

static Json parsed(const std::string& how, const std::optional<std::string>& out)
{
    if (!out)
        throw ToolError(Code::bad_request, "stdout is not UTF-8",
            "let the command write a file, or pipe its output through base64");
    if (how == "json")
        return json::parse_json(*out, {.subject = "stdout"});
    if (how == "lines" || how == "ndjson")
        return lines_of(*out, how == "ndjson");
    return without_newline(*out);
}

static ToolError exit_error(const Json& answer, int status)
{
    if (answer.contains("signal"))
        return {
            Code::internal, "the command was ended by " + answer.at("signal").get<std::string>()};
    return {Code::internal, "the command has ended with status " + std::to_string(status)};
}

static void read_end(StepResult& result, const Json& answer)
{
    result.exit_code = answer.value("exitCode", 0);
    result.is_end_unknown = answer.value("timedOut", false) || answer.contains("signal");
    if (answer.value("timedOut", false)) {
        result.error = ToolError(Code::timed_out, "the command has taken too long");
        result.exit_status = status_of_timeout;
    } else if (*result.exit_code != 0) {
        result.error = exit_error(answer, *result.exit_code);
        result.exit_status = *result.exit_code;
    }
    result.is_done = !result.error;
    if (result.error)
        result.status = StepResult::Status::failed;
}

StepResult command_result(const Step& step, const calls::ToolAnswer& answer)
{
    StepResult result;
    if (!answer.failure.empty()) {
        result = failed_step(error_of(answer));
        result.is_end_unknown = answer.is_end_unknown;
        return result;
    }
    result.is_end_unknown = true; // until its end is read
    try {
        const Json fields = json::parse_bounded(answer.content);
        const std::int64_t most = step.own().count("max_output_bytes", usual_output);
        read_end(result, fields);
        result.err = shortened_stream(fields, "stderr", std::max(most, usual_output));
        result.out = may_be_shortened(step.own()) ? shortened_stream(fields, "stdout", most)
                                                  : whole_stream(fields, "stdout", most);
        if (result.status == StepResult::Status::ok)
            result.output = parsed(step.own().text("parse", "text"), result.out);
    } catch (const ToolError& error) {
        if (result.status == StepResult::Status::ok) {
            result.status = StepResult::Status::failed;
            result.error = error;
            result.exit_status = 1;
        }
    }
    return result;
}

}
