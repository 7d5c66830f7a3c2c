#include "runner/generate/tool_page.hpp"

#include "runner/commands/help.hpp"
#include "runner/generate/generate.hpp"
#include "runner/options/option_table.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <string_view>

namespace runner::generate {

static std::string shown(const Json& object, const char* name)
{
    return terminal::without_controls(json::string_member(object, name));
}

static std::vector<ToolField> fields_of(const Json& schema)
{
    const Json properties = json::member(schema, "properties");
    const Json required = json::member(schema, "required");
    std::vector<ToolField> fields;
    if (properties.is_object())
        for (const auto& [name, property] : properties.items())
            fields.push_back({terminal::without_controls(name), shown(property, "description"),
                required.is_array() && text::contains(required, Json(name))});
    return fields;
}

// Both become part of a shell script.
static bool is_plain(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '-' || c == '_' || c == '|';
    });
}

static ToolFlag flag_of(const Json& entry)
{
    const Json preset = json::member(entry, "default");
    return {shown(entry, "name"), shown(entry, "value"), shown(entry, "description"),
        terminal::without_controls(preset.is_string() ? preset.get<std::string>()
                : preset.is_number()                  ? preset.dump()
                                                      : ""),
        json::member(entry, "repeatable") == true};
}

ToolPage page_of(const Json& entry)
{
    ToolPage page {shown(entry, "name"), shown(entry, "description"),
        fields_of(json::member(entry, "schema")), {}};
    const Json flags = json::member(entry, "flags");
    if (!flags.is_array())
        return page;
    for (const Json& entry_of_flag : flags)
        if (ToolFlag flag = flag_of(entry_of_flag); is_plain(flag.name) && is_plain(flag.value))
            page.flags.push_back(std::move(flag));
    for (const auto& [name, text] :
        {std::pair {"describe", "Print the tool's entry of tools.json and its flags"},
            std::pair {"help", "Print the fields and the flags"},
            std::pair {"version", "Print the version"}})
        page.flags.push_back({name, "", text, "", false});
    return page;
}

std::string usage_of(const ToolFlag& flag)
{
    return "--" + flag.name + (flag.value.empty() ? "" : " " + flag.value);
}

std::string explanation_of(const ToolFlag& flag)
{
    return flag.text + (flag.is_repeatable ? "; can be repeated" : "")
        + (flag.preset.empty() ? "" : " [" + flag.preset + "]");
}

// In roff a backslash, and a dot or a quote at the beginning of a line, have a meaning; a hyphen
// would become another character.
static std::string roff(std::string_view text)
{
    std::string result;
    bool is_first = true;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (is_first && (c == '.' || c == '\''))
            result += "\\&";
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else if (text.substr(at).starts_with("…")) {
            result += "...";
            at += 2;
        } else
            result += c;
        is_first = c == '\n';
    }
    return result;
}

static std::string head(const std::string& name, const std::string& summary)
{
    return ".TH " + roff(name) + " 1 \"\" \"agentcli " AGENTCLI_VERSION "\"\n.SH NAME\n"
        + roff(name) + " \\- " + roff(summary) + "\n";
}

static std::string entry(const std::string& name, const std::string& text)
{
    return ".TP\n.B " + roff(name) + "\n" + (text.empty() ? "\\&" : roff(text)) + "\n";
}

static std::string flag_entries(options::Command command)
{
    std::string text;
    for (const options::Option* option : options::shown_options(command))
        text += entry(options::usage_of(*option), options::explanation_of(*option));
    return text;
}

static std::string inner_entries(const options::CommandRow& row)
{
    if (row.inner == nullptr)
        return {};
    std::string text = ".PP\n" + roff(row.inner_title) + ":\n";
    for (const auto& command : row.inner())
        text += entry(command.usage, command.summary);
    return text;
}

std::string man_page()
{
    std::string text = head("agentcli", options::row_of("run").summary)
        + ".SH SYNOPSIS\n.B agentcli\n" + roff("--prompt TEXT [flags]") + "\n";
    for (const auto& row : options::command_table())
        text += ".br\n.B agentcli " + roff(row.name) + "\n"
            + (row.words.empty() ? "" : roff(row.words) + " ") + "[flags]\n";
    text += ".SH OPTIONS\n" + flag_entries("run") + ".SH COMMANDS\n";
    for (const auto& row : options::command_table())
        if (row.name != "run")
            text += ".SS " + roff(row.name) + "\n"
                + roff(row.summary + ".\n" + row.text + (row.text.empty() ? "" : "\n"))
                + flag_entries(row.name) + inner_entries(row);
    return text + ".SH EXIT STATUS\n" + roff(std::string(commands::exit_statuses) + "\n")
        + ".SH FILES\n.I ../share/agentcli/tools.json\nbeside the program is the manifest, or\n.I "
          "./tools.json\nif it is trusted;\n.I ./.agentcli/audit/\nhas the audit trail.\n";
}

std::string man_page(const ToolPage& tool)
{
    std::string text = head(tool.name, tool.summary) + ".SH SYNOPSIS\n.B " + roff(tool.name)
        + "\n[FLAG ...] < REQUEST\n.SH DESCRIPTION\nThe request is one JSON object, the answer one "
          "line of "
          "JSON; "
          "an error is one line of JSON on stderr.\nThe tool locks itself in before it reads.\n.SH "
          "REQUEST\n";
    for (const auto& field : tool.fields)
        text += entry(field.name + (field.is_required ? "" : "?"), field.text);
    text += ".SH OPTIONS\n";
    for (const auto& flag : tool.flags)
        text += entry(usage_of(flag), explanation_of(flag));
    return text
        + ".SH EXIT STATUS\n0 answered, 1 failed, 2 bad request or command line, 3 the sandbox "
          "can't be "
          "had.\n"
          ".SH SEE ALSO\n.BR agentcli (1)\n";
}

}
