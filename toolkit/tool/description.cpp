#include "toolkit/tool/description.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/schema_words.hpp"
#include "toolkit/tool/parameter_check.hpp"

#include <algorithm>

namespace toolkit::tool {

// Returns true if the tool has a dry run that the schema does not list, because only the operator's
// approval needs it.
static bool has_unlisted_dry_run(const Contract& contract)
{
    return std::any_of(contract.parameters.begin(), contract.parameters.end(),
        [](const Field& field) { return field.is_unlisted && field.name == "dryRun"; });
}

// Returns what the tool can do. If it runs programs, its declaration states what those may do.
static Json effects_of(const Contract& contract, const CommandLine& command_line)
{
    const sandbox::Access access = contract.sandbox.workspace;
    Json effects {{"workspace",
        access == sandbox::Access::write      ? "write"
            : access == sandbox::Access::read ? "read"
                                              : "none"}};
    if (access != sandbox::Access::none
        && command_line.workspace.root != workspace::WorkspaceOptions().root)
        effects["root"] = command_line.workspace.root;
    if (has_unlisted_dry_run(contract))
        effects["dryRun"] = true;
    if (contract.additive)
        effects["additive"] = true;
    if (contract.repeatable)
        effects["repeatable"] = true;
    if (contract.tracks_files)
        effects["tracksFiles"] = true;
    if (contract.limits_answers)
        effects["limitsAnswers"] = true;
    if (contract.sandbox.network == sandbox::Network::tcp)
        effects["network"] = "on";
    if (contract.sandbox.programs == sandbox::Programs::none) {
        effects["sandbox"]
            = command_line.confinement == sandbox::Confinement::paths ? "paths" : "landlock";
        return effects;
    }
    effects["programs"] = true;
    if (contract.effects)
        effects.update(contract.effects());
    if (!effects.contains("sandbox"))
        effects["sandbox"] = "none"; // nothing is known to confine them
    return effects;
}

static bool is_switch(const Field& flag) { return flag.kind == Kind::boolean; }

// Returns the unit of a number, from the last word of its flag.
static std::string unit_of(std::string_view flag)
{
    return flag.ends_with("-bytes")                            ? "BYTES"
        : flag.ends_with("-seconds") || flag.ends_with("-sec") ? "SECONDS"
                                                               : "N";
}

static std::string placeholder_of(const Field& flag)
{
    if (!flag.placeholder.empty())
        return std::string(flag.placeholder);
    if (flag.kind == Kind::integer)
        return unit_of(flag.name);
    std::string choices;
    for (const std::string_view choice : flag.choices)
        choices.append(choices.empty() ? "" : "|").append(choice);
    return choices.empty() ? "TEXT" : choices;
}

static Json flags_as_json(const Contract& contract)
{
    Json flags = Json::array();
    for (const Field& field : flags_of(contract)) {
        Json flag {{"name", field.name}};
        if (!is_switch(field))
            flag["value"] = placeholder_of(field);
        flag["description"] = description_of(field);
        if (!json::is_nothing(field.usual))
            flag["default"] = field.usual;
        if (field.kind == Kind::list)
            flag["repeatable"] = true;
        flags.push_back(std::move(flag));
    }
    return flags;
}

static Json display_as_json(const Display& display)
{
    Json told {{"kind", display.kind}, {"verb", display.verb}};
    if (!display.subject.empty())
        told["subject"] = display.subject;
    if (!display.facts.empty())
        told["facts"] = display.facts;
    return told;
}

Json describe(const Contract& contract, const CommandLine& command_line)
{
    Json entry {{"name", contract.name}, {"description", contract.summary},
        {"schema", schema_of(contract.parameters)}};
    if (!contract.answer_rows.empty())
        entry["answerSchema"] = schema_of(contract.answer_rows);
    entry["command"] = command_line.command;
    entry["timeoutSec"] = contract.timeout_seconds;
    if (contract.sandbox.workspace == sandbox::Access::write
        || contract.sandbox.programs == sandbox::Programs::by_policy)
        entry["changesFiles"] = true;
    entry["effects"] = effects_of(contract, command_line);
    entry["checksArguments"] = true; // the tool accepts more than the schema describes
    if (!contract.display.verb.empty())
        entry["display"] = display_as_json(contract.display);
    entry["flags"] = flags_as_json(contract);
    if (!contract.example.command.empty())
        entry["examples"] = Json::array(
            {{{"command", contract.example.command}, {"answer", contract.example.answer}}});
    return entry;
}

// Adds words up to the last column; a word that is longer than a line gets a line for itself.
static void add_wrapped(std::string& lines, std::string_view text, std::size_t column)
{
    constexpr std::size_t columns = 80;
    std::size_t at = column;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (at > column && at + 1 + word.size() > columns) {
            lines.append("\n").append(column, ' ');
            at = column;
        }
        lines.append(at > column ? " " : "").append(word);
        at += word.size() + (at > column ? 1 : 0);
    }
    lines += '\n';
}

static std::string help_row(const std::string& name, const std::string& text)
{
    constexpr std::size_t column = 29;
    std::string row = "  " + name;
    row += row.size() < column ? "" : "\n";
    row.append(row.ends_with('\n') ? column : column - row.size(), ' ');
    add_wrapped(row, text, column);
    return row;
}

static std::string default_of(const Field& field)
{
    const Json& usual = field.usual;
    if (json::is_nothing(usual) || usual.is_array())
        return {};
    return " [" + (usual.is_string() ? usual.get<std::string>() : usual.dump()) + "]";
}

static std::string explanation_of_flag(const Field& flag)
{
    return description_of(flag) + (flag.kind == Kind::list ? "; can be repeated" : "")
        + default_of(flag);
}

// Returns the type of a field, its limits, what it means and its default.
static std::string explanation_of_parameter(const Field& field)
{
    const std::string meaning = description_of(field);
    return json::words_of_schema(schema_of(field)) + (meaning.empty() ? "" : ". " + meaning)
        + default_of(field);
}

static std::string help_on_request(const Contract& contract)
{
    std::string text;
    add_wrapped(text,
        "REQUEST is one JSON object; the answer is one line of JSON. Fields with ? can be left "
        "out; a boolean is then false if nothing else is said.",
        0);
    for (const Field& field : contract.parameters) {
        if (field.is_unlisted)
            continue;
        const std::string name(field.name);
        text += help_row(name + (field.is_required ? "" : "?"), explanation_of_parameter(field));
        if (field.prints_encoded_name)
            text += help_row(
                std::string(field.encoded_name), "string in base64. Instead of " + name);
    }
    return text;
}

static std::string help_on_flags(const Contract& contract)
{
    std::string text = "FLAGs are the operator's.\n";
    for (const Field& field : flags_of(contract))
        text += help_row(
            "--" + std::string(field.name) + (is_switch(field) ? "" : " " + placeholder_of(field)),
            explanation_of_flag(field));
    return text + help_row("--describe", "Print the tool's entry of tools.json and its flags")
        + help_row("--help", "Print this text") + help_row("--version", "Print the version");
}

std::string help(const Contract& contract)
{
    const std::string name(contract.name);
    std::string text;
    add_wrapped(text, name + ": " + std::string(contract.summary), 0);
    text += "\nusage: " + name + " [FLAG …] < REQUEST\n\n" + help_on_request(contract) + "\n";
    if (const Example& example = contract.example; !example.command.empty())
        text.append("Example:\n  $ ").append(example.command).append("\n  ").append(example.answer)
            += "\n\n";
    return text + help_on_flags(contract);
}

}
