#include "agent/workflow/field_shape.hpp"

#include <utility>

namespace agent::workflow {

static constexpr double max_output = 64 << 20;

static std::vector<FieldRow> fields_of_output(Owner own)
{
    using enum Shape;
    return {
        {.owner = own,
            .name = "parse",
            .shape = line,
            .help = "what the output is made of stdout",
            .preset = "text",
            .choices = {"text", "json", "ndjson", "lines"}},
        {.owner = own,
            .name = "max_output_bytes",
            .shape = count,
            .help = "a longer stdout is treated as output_limit says",
            .preset = "1048576",
            .min = 1,
            .max = max_output},
        {.owner = own,
            .name = "output_limit",
            .shape = line,
            .help = "a stdout that is too long is shortened to its beginning and its end, or fails "
                    "the step; by default, text is shortened and all else fails",
            .choices = {"truncate", "fail"}},
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
    };
    for (auto& row : fields_of_output(own))
        rows.push_back(std::move(row));
    if (own != Owner::python)
        rows.insert(rows.begin(),
            {.owner = own,
                .name = "cwd",
                .shape = line,
                .fill = Fill::element,
                .help = "the directory beneath the workspace in which it runs"});
    return rows;
}

std::vector<FieldRow> fields_of_commands()
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

std::vector<FieldRow> fields_of_tool()
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
    };
}

std::vector<FieldRow> fields_of_ask()
{
    using enum Shape;
    return {
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

std::vector<FieldRow> fields_of_llm()
{
    using enum Shape;
    constexpr Owner own = Owner::llm;
    return {
        {.owner = own,
            .name = "prompt",
            .shape = block,
            .help = "what the model is asked: a text; or system, and user or a prompt file",
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
    };
}

std::vector<FieldRow> fields_of_llm_limits()
{
    using enum Shape;
    constexpr double max_exact = 9007199254740991.0; // in JSON
    constexpr Owner own = Owner::llm;
    return {
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
        {.owner = own,
            .name = "top_p",
            .shape = number,
            .help = "only the likeliest tokens with this probability together are sampled",
            .max = 1},
        {.owner = own,
            .name = "seed",
            .shape = count,
            .help = "the number that sampling begins with",
            .min = -max_exact,
            .max = max_exact},
        {.owner = own,
            .name = "stop",
            .shape = texts,
            .help = "the reply ends before one of these texts, at most 4"},
    };
}

std::vector<FieldRow> fields_of_prompt()
{
    using enum Shape;
    return {
        {.owner = Owner::prompt,
            .name = "system",
            .shape = text,
            .fill = Fill::text,
            .help = "the system message"},
        {.owner = Owner::prompt,
            .name = "user",
            .shape = text,
            .fill = Fill::text,
            .help = "the prompt"},
        {.owner = Owner::prompt,
            .name = "file",
            .shape = line,
            .help = "the name of a prompt file, in place of user",
            .is_operators = true},
        {.owner = Owner::prompt,
            .name = "arguments",
            .shape = text,
            .fill = Fill::text,
            .help = "what the placeholders of the prompt file are filled with"},
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

}
