#include "runner/workflow/fields.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace runner::workflow {

static constexpr double max_output = 64 << 20;
static constexpr double max_seconds = 1e7;

static std::vector<FieldRow> fields_of_file()
{
    using enum Shape;
    constexpr Owner own = Owner::workflow;
    return {
        {.owner = own,
            .name = "description",
            .shape = line,
            .help = "what the workflow does, on one line",
            .alias = "name"},
        {.owner = own,
            .name = "parameters",
            .shape = named_blocks,
            .help = "what the caller chooses, by name",
            .alias = "params",
            .block = Owner::parameter},
        {.owner = own,
            .name = "env",
            .shape = named_texts,
            .fill = Fill::variable,
            .help = "variables of every command step"},
        {.owner = own,
            .name = "pass_env",
            .shape = names,
            .help = "names of the caller's variables that env.NAME may read",
            .is_operators = true},
        {.owner = own,
            .name = "secrets",
            .shape = names,
            .help = "names of the caller's variables that secrets.NAME may read",
            .is_operators = true},
        {.owner = own,
            .name = "steps",
            .shape = steps,
            .help = "what is done, from top to bottom",
            .alias = "step",
            .is_required = true},
        {.owner = own,
            .name = "finally",
            .shape = steps,
            .help = "what is done at the end, however the steps ended"},
        {.owner = own,
            .name = "result",
            .shape = any,
            .fill = Fill::value,
            .help = "what stdout gets; by default the output of the last step"},
        {.owner = own,
            .name = "outputs",
            .shape = named_values,
            .fill = Fill::value,
            .help = "values for --json and for the workflow that called this one"},
        {.owner = own,
            .name = "limits",
            .shape = block,
            .help = "limits of all steps together",
            .block = Owner::limits},
        {.owner = own,
            .name = "model",
            .shape = line,
            .help = "the model of llm steps",
            .is_operators = true},
        {.owner = own,
            .name = "agent",
            .shape = line,
            .help = "the profile of llm steps",
            .is_operators = true},
        {.owner = own,
            .name = "approve",
            .shape = line,
            .help = "when calls are asked about",
            .choices = {"never", "changes", "always"}},
    };
}

static std::vector<FieldRow> fields_of_parameter()
{
    using enum Shape;
    constexpr Owner own = Owner::parameter;
    constexpr double any_number = 1e300;
    return {
        {.owner = own,
            .name = "type",
            .shape = line,
            .help = "the type of its values",
            .preset = "string",
            .choices = {"string", "bool", "int", "float", "enum", "list", "object"}},
        {.owner = own, .name = "default", .shape = any, .help = "its value if none is given"},
        {.owner = own,
            .name = "required",
            .shape = boolean,
            .help = "whether a value must be given",
            .preset = "true without a default"},
        {.owner = own, .name = "choices", .shape = texts, .help = "the values of an enum"},
        {.owner = own,
            .name = "pattern",
            .shape = line,
            .help = "a regular expression (RE2) that all of a string must match"},
        {.owner = own,
            .name = "min",
            .shape = number,
            .help = "the smallest int or float",
            .min = -any_number,
            .max = any_number},
        {.owner = own,
            .name = "max",
            .shape = number,
            .help = "the largest int or float",
            .min = -any_number,
            .max = any_number},
        {.owner = own, .name = "help", .shape = line, .help = "what it means, on one line"},
    };
}

static std::vector<FieldRow> fields_of_limits()
{
    using enum Shape;
    constexpr Owner own = Owner::limits;
    const auto row = [](std::string_view name, Shape shape, double min, std::string_view help) {
        return FieldRow {.owner = own, .name = name, .shape = shape, .help = help, .min = min};
    };
    return {
        row("seconds", number, 0.001, "how long the run may take"),
        row("requests", count, 1, "how many requests the model may get"),
        row("tool_calls", count, 1, "how many calls of tools there may be"),
        row("tokens", count, 1, "how many tokens the server may report"),
        row("cost", number, 0.000001, "what the tokens may cost, by the prices of the config"),
    };
}

static std::vector<FieldRow> fields_of_step()
{
    using enum Shape;
    constexpr Owner own = Owner::step;
    return {
        {.owner = own, .name = "id", .shape = line, .help = "its name: 1 to 64 of a-z 0-9 - _"},
        {.owner = own,
            .name = "description",
            .shape = text,
            .fill = Fill::text,
            .help = "what it does, for people",
            .alias = "name"},
        {.owner = own,
            .name = "when",
            .shape = text,
            .fill = Fill::condition,
            .help = "an expression; the step is skipped if it is false",
            .alias = "if"},
        {.owner = own,
            .name = "timeout_seconds",
            .shape = text,
            .fill = Fill::number,
            .help = "how long each try may take",
            .min = 0.001,
            .max = max_seconds},
        {.owner = own,
            .name = "retry",
            .shape = block,
            .help = "when it is tried again",
            .block = Owner::retry},
        {.owner = own,
            .name = "fallback",
            .shape = steps,
            .help = "steps that are done if all tries have failed"},
        {.owner = own,
            .name = "on_failure",
            .shape = line,
            .help = "what follows if it has failed; stop is exit, retry is retry: {max: 2}",
            .preset = "exit",
            .choices = {"exit", "stop", "continue", "ask", "retry"}},
        {.owner = own,
            .name = "once",
            .shape = boolean,
            .help = "it must not run a second time, even after a crash",
            .preset = "false"},
        {.owner = own,
            .name = "approve",
            .shape = line,
            .help = "when its calls are asked about: only stricter than the operator's flag",
            .choices = {"never", "changes", "always"}},
        {.owner = own,
            .name = "artifacts",
            .shape = texts,
            .help = "patterns of files it makes; each must match one"},
        {.owner = own,
            .name = "allow_dash",
            .shape = boolean,
            .help = "an element of argv that is a value alone may begin with -",
            .preset = "false"},
    };
}

static std::vector<FieldRow> kinds_of_step()
{
    const auto kind = [](std::string_view name, Owner block, std::string_view help,
                          std::string_view shorthand = {}, std::string_view alias = {}) {
        return FieldRow {.owner = Owner::step,
            .name = name,
            .shape = Shape::block,
            .help = help,
            .alias = alias,
            .block = block,
            .shorthand = shorthand,
            .is_kind = true};
    };
    return {
        kind("exec", Owner::exec, "runs a program, without a shell", "argv"),
        kind("shell", Owner::shell, "runs a script of a shell", "command", "run"),
        kind("python", Owner::python, "runs Python"),
        kind("tool", Owner::tool, "calls a tool of the manifest or of an MCP server"),
        kind("llm", Owner::llm, "asks the model"),
        kind("workflow", Owner::call, "runs another workflow"),
        kind("foreach", Owner::foreach, "does steps once for each item"),
        kind("parallel", Owner::parallel, "does branches of steps side by side"),
        kind("ask", Owner::ask, "asks a person"),
        {.owner = Owner::step,
            .name = "set",
            .shape = Shape::named_values,
            .fill = Fill::value,
            .help = "computes values, and calls nothing",
            .is_kind = true},
    };
}

static std::vector<FieldRow> fields_of_command(Owner own)
{
    using enum Shape;
    std::vector<FieldRow> rows {
        {.owner = own,
            .name = "env",
            .shape = named_texts,
            .fill = Fill::variable,
            .help = "variables of the command"},
        {.owner = own,
            .name = "stdin",
            .shape = text,
            .fill = Fill::text,
            .help = "what the command reads"},
        {.owner = own,
            .name = "parse",
            .shape = line,
            .help = "what the output is made of stdout",
            .preset = "text",
            .choices = {"text", "json", "ndjson", "lines"}},
        {.owner = own,
            .name = "max_output_bytes",
            .shape = count,
            .help = "a longer stdout fails the step",
            .preset = "1048576",
            .min = 1,
            .max = max_output},
    };
    if (own != Owner::python)
        rows.insert(rows.begin(),
            {.owner = own,
                .name = "cwd",
                .shape = line,
                .fill = Fill::element,
                .help = "the directory beneath the workspace in which it runs"});
    return rows;
}

static std::vector<FieldRow> fields_of_commands()
{
    using enum Shape;
    std::vector<FieldRow> rows {
        {.owner = Owner::exec,
            .name = "argv",
            .shape = words,
            .fill = Fill::element,
            .help = "the program and its arguments: a list, or a text that is split into words as "
                    "a POSIX shell splits",
            .is_required = true},
        {.owner = Owner::shell,
            .name = "command",
            .shape = text,
            .fill = Fill::script,
            .help = "the script; values reach it by env",
            .is_required = true},
        {.owner = Owner::shell,
            .name = "shell",
            .shape = line,
            .help = "the shell",
            .preset = "bash",
            .choices = {"bash", "sh", "zsh"}},
        {.owner = Owner::python, .name = "code", .shape = text, .help = "the program"},
        {.owner = Owner::python, .name = "module", .shape = line, .help = "the module to run"},
        {.owner = Owner::python,
            .name = "args",
            .shape = texts,
            .fill = Fill::element,
            .help = "the arguments"},
    };
    for (const Owner own : {Owner::exec, Owner::shell, Owner::python})
        for (auto& row : fields_of_command(own))
            rows.push_back(std::move(row));
    return rows;
}

static std::vector<FieldRow> fields_of_calls()
{
    using enum Shape;
    return {
        {.owner = Owner::tool,
            .name = "name",
            .shape = line,
            .help = "the tool",
            .is_required = true},
        {.owner = Owner::tool,
            .name = "args",
            .shape = named_values,
            .fill = Fill::value,
            .help = "its arguments"},
        {.owner = Owner::tool,
            .name = "server",
            .shape = line,
            .help = "the MCP server that has the tool"},
        {.owner = Owner::call,
            .name = "name",
            .shape = line,
            .help = "the workflow",
            .is_required = true},
        {.owner = Owner::call,
            .name = "with",
            .shape = named_values,
            .fill = Fill::value,
            .help = "its parameters"},
        {.owner = Owner::ask,
            .name = "kind",
            .shape = line,
            .help = "what is asked for",
            .preset = "text",
            .choices = {"confirm", "text", "choice", "edit"}},
        {.owner = Owner::ask,
            .name = "message",
            .shape = text,
            .fill = Fill::text,
            .help = "the question",
            .is_required = true},
        {.owner = Owner::ask,
            .name = "choices",
            .shape = texts,
            .fill = Fill::element,
            .help = "the answers to choose from"},
        {.owner = Owner::ask,
            .name = "default",
            .shape = text,
            .fill = Fill::element,
            .help = "the answer if nobody can be asked"},
    };
}

static std::vector<FieldRow> fields_of_llm()
{
    using enum Shape;
    constexpr Owner own = Owner::llm;
    return {
        {.owner = own,
            .name = "prompt",
            .shape = block,
            .help = "what the model is asked: a text, or system and user",
            .block = Owner::prompt,
            .shorthand = "user",
            .is_required = true},
        {.owner = own, .name = "agent", .shape = line, .help = "the profile", .is_operators = true},
        {.owner = own, .name = "model", .shape = line, .help = "the model", .is_operators = true},
        {.owner = own,
            .name = "tools",
            .shape = tools,
            .help = "the tools it may call, or all; by default those of agent, otherwise none"},
        {.owner = own,
            .name = "output_schema",
            .shape = schema,
            .help = "a JSON Schema that the answer must fit, or a file beside the workflow"},
        {.owner = own,
            .name = "session",
            .shape = line,
            .help = "the conversation of this run that it continues"},
        {.owner = own,
            .name = "keep_session",
            .shape = line,
            .help = "the session of --session that it continues",
            .is_operators = true},
        {.owner = own,
            .name = "context",
            .shape = blocks,
            .help = "texts that the prompt is about, as data",
            .block = Owner::context},
        {.owner = own,
            .name = "max_steps",
            .shape = count,
            .help = "how often the model may reply",
            .min = 1,
            .max = 1'000'000},
        {.owner = own,
            .name = "max_tool_calls",
            .shape = count,
            .help = "how many tools it may call",
            .min = 1,
            .max = 1'000'000},
        {.owner = own, .name = "temp", .shape = number, .help = "the temperature", .max = 2},
        {.owner = Owner::prompt,
            .name = "system",
            .shape = text,
            .fill = Fill::text,
            .help = "the system message"},
        {.owner = Owner::prompt,
            .name = "user",
            .shape = text,
            .fill = Fill::text,
            .help = "the prompt",
            .is_required = true},
        {.owner = Owner::context,
            .name = "name",
            .shape = line,
            .fill = Fill::text,
            .help = "its name",
            .is_required = true},
        {.owner = Owner::context,
            .name = "text",
            .shape = text,
            .fill = Fill::text,
            .help = "the text",
            .is_required = true},
    };
}

static std::vector<FieldRow> fields_of_foreach()
{
    using enum Shape;
    constexpr Owner own = Owner::foreach;
    return {
        {.owner = own,
            .name = "items",
            .shape = any,
            .fill = Fill::value,
            .help = "a list of items"},
        {.owner = own,
            .name = "lines",
            .shape = line,
            .fill = Fill::element,
            .help = "a file of the workspace, each line an item"},
        {.owner = own,
            .name = "ndjson",
            .shape = line,
            .fill = Fill::element,
            .help = "a file of the workspace, each line an item in JSON"},
        {.owner = own,
            .name = "as",
            .shape = line,
            .help = "the name of the item in templates",
            .preset = "item"},
        {.owner = own,
            .name = "key",
            .shape = line,
            .fill = Fill::text,
            .help = "what a resumed run knows the item by",
            .preset = "SHA-256 of the item"},
        {.owner = own,
            .name = "parallel",
            .shape = count,
            .help = "how many items at once",
            .preset = "1",
            .min = 1,
            .max = 10'000},
        {.owner = own,
            .name = "shard",
            .shape = boolean,
            .help = "--shard divides the items",
            .preset = "false"},
        {.owner = own,
            .name = "max_failed",
            .shape = count,
            .help = "it fails if more items have failed",
            .preset = "0"},
        {.owner = own,
            .name = "stop_early",
            .shape = boolean,
            .help = "it fails at once then",
            .preset = "false"},
        {.owner = own,
            .name = "collect",
            .shape = boolean,
            .help = "its output has the results, not only the file of them",
            .preset = "true"},
        {.owner = own,
            .name = "steps",
            .shape = steps,
            .help = "what is done for each item",
            .is_required = true},
        {.owner = own,
            .name = "result",
            .shape = any,
            .fill = Fill::value,
            .help = "the output of an item; by default that of its last step"},
    };
}

static std::vector<FieldRow> fields_of_control()
{
    using enum Shape;
    return {
        {.owner = Owner::parallel,
            .name = "branches",
            .shape = named_steps,
            .help = "the branches, by name",
            .is_required = true},
        {.owner = Owner::parallel,
            .name = "max",
            .shape = count,
            .help = "how many branches at once",
            .min = 1,
            .max = 10'000},
        {.owner = Owner::parallel,
            .name = "fail_fast",
            .shape = boolean,
            .help = "the first branch that fails ends the others",
            .preset = "true"},
        {.owner = Owner::retry,
            .name = "max",
            .shape = count,
            .help = "how often it is tried again",
            .min = 0,
            .max = 1000,
            .is_required = true},
        {.owner = Owner::retry,
            .name = "when",
            .shape = text,
            .fill = Fill::condition,
            .help = "an expression with result; false ends the tries"},
        {.owner = Owner::retry,
            .name = "backoff",
            .shape = block,
            .help = "the pauses",
            .block = Owner::backoff},
        {.owner = Owner::backoff,
            .name = "base_ms",
            .shape = count,
            .help = "the first pause",
            .preset = "500",
            .max = 86'400'000},
        {.owner = Owner::backoff,
            .name = "factor",
            .shape = number,
            .help = "each pause is so much longer than the one before",
            .preset = "2",
            .min = 1,
            .max = 100},
        {.owner = Owner::backoff,
            .name = "jitter_ms",
            .shape = count,
            .help = "up to so much more, at random",
            .preset = "250",
            .max = 86'400'000},
        {.owner = Owner::backoff,
            .name = "max_ms",
            .shape = count,
            .help = "no pause is longer",
            .preset = "60000",
            .max = 86'400'000},
    };
}

const std::vector<FieldRow>& field_table()
{
    static const std::vector<FieldRow> table = [] {
        std::vector<FieldRow> all;
        for (auto* topic : {fields_of_file, fields_of_parameter, fields_of_limits, fields_of_step,
                 kinds_of_step, fields_of_commands, fields_of_calls, fields_of_llm,
                 fields_of_foreach, fields_of_control})
            for (auto& row : topic())
                all.push_back(std::move(row));
        return all;
    }();
    return table;
}

const FieldRow* field_row(Owner owner, std::string_view name)
{
    const auto& table = field_table();
    const auto found = std::find_if(table.begin(), table.end(), [&](const FieldRow& row) {
        return row.owner == owner && (row.name == name || (row.alias == name && !name.empty()));
    });
    return found == table.end() ? nullptr : &*found;
}

std::vector<const FieldRow*> fields_of(Owner owner)
{
    std::vector<const FieldRow*> rows;
    for (const auto& row : field_table())
        if (row.owner == owner)
            rows.push_back(&row);
    return rows;
}

std::string_view name_of(Owner owner)
{
    static constexpr std::array<std::string_view, 18> names {"", "workflow", "parameter", "limits",
        "step", "exec", "shell", "python", "tool", "llm", "prompt", "context", "workflow-step",
        "foreach", "parallel", "ask", "retry", "backoff"};
    return names[static_cast<std::size_t>(owner)];
}

std::string_view name_of(Shape shape)
{
    static constexpr std::array<std::string_view, 17> names {"a text", "a text of one line",
        "true or false", "a whole number", "a number", "a value", "a list of texts",
        "a list of texts or a text", "a list of names", "a list of names or the word all",
        "a mapping of names to texts", "a mapping of names to values",
        "a mapping or the name of a file", "a mapping", "a list of mappings",
        "a mapping of names to mappings", "a list of steps"};
    return shape == Shape::named_steps ? "a mapping of names to lists of steps"
                                       : names[static_cast<std::size_t>(shape)];
}

}
