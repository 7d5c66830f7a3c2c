#include "agent/workflow/field_shape.hpp"

namespace agent::workflow {

static constexpr double max_seconds = 1e7;

std::vector<FieldRow> fields_of_input()
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
    };
}

std::vector<FieldRow> fields_of_course()
{
    using enum Shape;
    constexpr Owner own = Owner::workflow;
    return {
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
    };
}

std::vector<FieldRow> fields_of_bounds()
{
    using enum Shape;
    constexpr Owner own = Owner::workflow;
    return {
        {.owner = own,
            .name = "limits",
            .shape = block,
            .help = "limits of all steps together",
            .block = Owner::limits},
        {.owner = own,
            .name = "concurrency",
            .shape = block,
            .help = "the group of runs of which one is active at a time, on this machine",
            .block = Owner::concurrency,
            .shorthand = "group"},
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
            .choices = {"auto", "never", "changes", "always"}},
    };
}

std::vector<FieldRow> fields_of_parameter()
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

std::vector<FieldRow> fields_of_limits()
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

std::vector<FieldRow> fields_of_concurrency()
{
    using enum Shape;
    constexpr Owner own = Owner::concurrency;
    return {
        {.owner = own,
            .name = "group",
            .shape = text,
            .fill = Fill::text,
            .help = "its name, such as deploy-{{ params.target }}",
            .is_required = true},
        {.owner = own,
            .name = "cancel",
            .shape = boolean,
            .help = "end the run that is active, instead of waiting for it",
            .preset = "false"},
    };
}

std::vector<FieldRow> fields_of_step()
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
            .name = "needs",
            .shape = names,
            .help = "in the steps of a parallel: the ids of the steps that have to end before"},
        {.owner = own,
            .name = "timeout_seconds",
            .shape = text,
            .fill = Fill::number,
            .help = "how long each try may take",
            .min = 0.001,
            .max = max_seconds},
    };
}

std::vector<FieldRow> fields_of_failure()
{
    using enum Shape;
    constexpr Owner own = Owner::step;
    return {
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
            .shape = boolean_or_block,
            .help = "a command or a call of a tool that must not be done twice, even after a crash",
            .preset = "false",
            .block = Owner::once},
    };
}

std::vector<FieldRow> fields_of_effects()
{
    using enum Shape;
    constexpr Owner own = Owner::step;
    return {
        {.owner = own,
            .name = "approve",
            .shape = line,
            .help = "when its calls are asked about: only stricter than the operator's flag",
            .choices = {"auto", "never", "changes", "always"}},
        {.owner = own,
            .name = "artifacts",
            .shape = texts,
            .help = "patterns of files it makes; each must match one"},
        {.owner = own,
            .name = "inputs",
            .shape = texts,
            .help = "patterns of files it reads; as long as these and the parameters stay the "
                    "same, later runs use its last result"},
        {.owner = own,
            .name = "allow_dash",
            .shape = boolean,
            .help = "an element of argv that is a value alone may begin with -",
            .preset = "false"},
    };
}

std::vector<FieldRow> kinds_of_step()
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
        kind("repeat", Owner::repeat, "does steps until a condition holds"),
        kind("ask", Owner::ask, "asks a person"),
        {.owner = Owner::step,
            .name = "set",
            .shape = Shape::named_values,
            .fill = Fill::value,
            .help = "computes values, and calls nothing",
            .is_kind = true},
    };
}

}
