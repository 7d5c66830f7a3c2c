#include "agent/calls/manifest.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string_view>

namespace agent::calls {

using namespace toolkit;

static constexpr double max_timeout = 24 * 60 * 60;

static ToolError refusal(const std::string& what, const std::string& hint = {})
{
    return {Code::bad_request, what, hint};
}

static bool is_name(std::string_view name)
{
    return !name.empty() && name.size() <= 64 && text::name_length(name, "_-") == name.size();
}

static bool is_program(const std::string& path)
{
    struct stat status { };
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)
        && access(path.c_str(), X_OK) == 0;
}

static std::string find_on_path(const std::string& name)
{
    const char* variable = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): one thread here
    std::string_view rest = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
    while (!rest.empty()) {
        const std::string_view directory = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(directory.size() + 1, rest.size()));
        // A shell takes an empty entry for the current directory, where the model may have written
        // a program.
        std::string candidate = std::string(directory) + "/" + name;
        if (directory.starts_with('/') && is_program(candidate))
            return candidate;
    }
    return {};
}

std::string find_program(const std::string& command, const std::filesystem::path& directory)
{
    if (command.find('/') == std::string::npos)
        return find_on_path(command);
    std::string path = (directory / command).lexically_normal().string();
    return is_program(path) ? path : std::string();
}

static std::vector<std::string> read_strings(const Json& list, const std::string& field)
{
    if (!list.is_array())
        throw refusal(field + " is not an array of strings");
    std::vector<std::string> result;
    for (const auto& element : list) {
        if (!element.is_string()
            || element.get_ref<const std::string&>().find('\0') != std::string::npos)
            throw refusal(field + " is not an array of strings without NUL");
        result.push_back(element);
    }
    return result;
}

static std::chrono::milliseconds read_timeout(const Json& value)
{
    const double seconds = value.is_number() ? value.get<double>() : 0;
    if (!(seconds >= 0.001) || seconds > max_timeout)
        throw refusal("timeoutSec is not a number of seconds above 0 and at most 86400");
    return std::chrono::milliseconds(std::llround(seconds * 1000));
}

template<std::size_t count>
static void check_fields(const Json& object, const std::array<std::string_view, count>& known)
{
    for (const auto& [field, value] : object.items()) {
        if (std::find(known.begin(), known.end(), field) != known.end())
            continue;
        std::string all;
        for (const std::string_view name : known)
            all += (all.empty() ? "" : ", ") + std::string(name);
        throw refusal("unknown field " + text::in_quotes(field),
            text::did_you_mean(field, known, "the fields are " + all));
    }
}

static std::map<std::string, std::string> read_aliases(const Json& aliases)
{
    std::map<std::string, std::string> result;
    if (!aliases.is_object())
        throw refusal("aliases is not an object");
    for (const auto& [alias, name] : aliases.items()) {
        if (!name.is_string())
            throw refusal(
                "aliases has " + text::in_quotes(alias) + ", which is not the name of a field");
        result[alias] = name;
    }
    return result;
}

static bool read_boolean(const Json& entry, const std::string& field)
{
    const Json value = entry.value(field, Json(false));
    if (!value.is_boolean())
        throw refusal(field + " is not true or false");
    return value;
}

static Json read_effects(const Json& entry)
{
    Json effects = entry.value("effects", Json());
    if (!effects.is_null() && !effects.is_object())
        throw refusal("effects is not an object");
    if (!entry.value("flags", Json::array())
             .is_array()) // --describe prints them; a run does not use them
        throw refusal("flags is not an array");
    return effects;
}

static Json read_answer_schema(const Json& entry)
{
    Json schema = entry.value("answerSchema", Json());
    if (!schema.is_null() && json::member(schema, "type") != "object")
        throw refusal("answerSchema is not the schema of an object");
    return schema;
}

static Json read_display(const Json& entry)
{
    static constexpr std::array<std::string_view, 4> fields {"kind", "verb", "subject", "facts"};
    static constexpr std::array<std::string_view, 8> kinds {
        "read", "search", "edit", "delete", "move", "execute", "fetch", "other"};
    Json display = entry.value("display", Json());
    if (display.is_null())
        return display;
    if (!display.is_object())
        throw refusal("display is not an object");
    check_fields(display, fields);
    const std::string kind = json::string_member(display, "kind");
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
        throw refusal("display.kind is none of read, search, edit, delete, move, execute, fetch, "
                      "other");
    if (json::string_member(display, "verb").empty())
        throw refusal("display.verb is not a word");
    for (const char* rows : {"subject", "facts"})
        if (display.contains(rows))
            read_strings(display.at(rows), std::string("display.") + rows);
    return display;
}

static void check_needed(const Json& entry)
{
    for (const char* needed : {"schema", "command"})
        if (!entry.contains(needed))
            throw refusal(std::string("it has no ") + needed,
                R"(an entry is {"name": …, "schema": {"type": "object"}, "command": ["program"]})");
    if (!entry.at("schema").is_object())
        throw refusal("schema is not an object");
}

static ManifestTool read_tool(const Json& entry, const std::filesystem::path& directory)
{
    static constexpr std::array<std::string_view, 14> fields {"name", "description", "schema",
        "answerSchema", "command", "timeoutSec", "env", "changesFiles", "effects",
        "checksArguments", "display", "aliases", "flags", "examples"};
    check_fields(entry, fields);
    ManifestTool tool;
    tool.name = entry.at("name");
    if (const Json description = entry.value("description", Json("")); description.is_string())
        tool.description = description;
    else
        throw refusal("description is not a string");
    check_needed(entry);
    tool.schema = entry.at("schema");
    tool.checked_schema = std::make_shared<const json::Schema>(tool.schema, compiled_by_re2);
    tool.aliases = read_aliases(entry.value("aliases", Json::object()));
    tool.command = read_strings(entry.at("command"), "command");
    if (tool.command.empty() || tool.command.front().empty())
        throw refusal("command is empty");
    tool.program = find_program(tool.command.front(), directory);
    if (tool.program.empty())
        throw refusal(
            "command " + text::in_quotes(tool.command.front()) + " is not an executable file",
            tool.command.front().find('/') == std::string::npos
                ? "it is looked for on PATH"
                : "it is looked for beneath the manifest's directory");
    if (entry.contains("timeoutSec"))
        tool.timeout = read_timeout(entry.at("timeoutSec"));
    tool.env = read_strings(entry.value("env", Json::array()), "env");
    for (const auto& variable : tool.env)
        if (variable.empty() || variable.find('=') != std::string::npos)
            throw refusal(
                "env has " + text::in_quotes(variable) + ", which is not the name of a variable",
                "fixed values go into the command: env NAME=VALUE program");
    tool.changes_files = read_boolean(entry, "changesFiles");
    tool.checks_arguments = read_boolean(entry, "checksArguments");
    tool.effects = read_effects(entry);
    tool.answer_schema = read_answer_schema(entry);
    tool.display = read_display(entry);
    return tool;
}

// Returns the name of the tool in an entry. Throws if it is missing or invalid; the error then
// gives the position of the entry, from 1.
static std::string name_of(const Json& entry, std::size_t index)
{
    const std::string place = "tool " + std::to_string(index + 1);
    if (!entry.is_object())
        throw refusal(place + " is not an object");
    const Json name = entry.value("name", Json(""));
    if (!name.is_string() || name.get_ref<const std::string&>().empty())
        throw refusal(place + " has no name");
    if (!is_name(name.get_ref<const std::string&>()))
        throw refusal(place + ": the name " + text::in_quotes(name.get_ref<const std::string&>())
            + " is not 1 to 64 of a-z A-Z 0-9 _ -");
    return name;
}

// Reads the entries of a list. `names` contains the names in lists read before; those of this list
// are added.
static std::vector<ManifestTool> read_list(
    const Json& list, const std::filesystem::path& directory, std::set<std::string>& names)
{
    std::vector<ManifestTool> tools;
    for (const auto& entry : list) {
        const std::string name = name_of(entry, tools.size());
        try {
            tools.push_back(read_tool(entry, directory));
        } catch (const ToolError& error) {
            throw refusal("tool '" + name + "': " + error.message, error.hint);
        }
        if (!names.insert(name).second)
            throw refusal("tool '" + name + "': the name is given twice");
    }
    return tools;
}

static void check_roles(const Json& manifest, const std::set<std::string>& names)
{
    static constexpr std::array<std::string_view, 5> known {
        "launch", "undo", "read", "list", "run"};
    const Json roles = manifest.value("roles", Json::object());
    if (!roles.is_object())
        throw refusal("roles is not an object");
    check_fields(roles, known);
    for (const auto& [role, value] : roles.items()) {
        if (role == "launch" && read_strings(value, "roles." + role).empty())
            throw refusal("roles." + role + " is empty");
        if (role != "launch" && (!value.is_string() || !names.contains(value.get<std::string>())))
            throw refusal("roles." + role + " is not the name of a tool of this manifest");
    }
}

static std::vector<std::string> launcher_in(
    const Json& manifest, const std::filesystem::path& directory)
{
    std::vector<std::string> launcher;
    for (const auto& word : json::member(json::member(manifest, "roles"), "launch"))
        launcher.push_back(word);
    if (!launcher.empty())
        launcher.front() = find_program(launcher.front(), directory);
    return !launcher.empty() && launcher.front().empty() ? std::vector<std::string>() : launcher;
}

ManifestTools parse_all_of_manifest(
    const std::string& text, const std::string& path, const std::string& directory)
{
    try {
        const Json manifest = json::parse_bounded(text, json::RepeatedNames::refused);
        if (!manifest.is_object() || !manifest.contains("tools")
            || !manifest.at("tools").is_array())
            throw refusal("it is not {\"tools\": [...]}");
        static constexpr std::array<std::string_view, 4> fields {
            "tools", "operator", "warning", "roles"};
        check_fields(manifest, fields);
        const Json for_operator = manifest.value("operator", Json::array());
        if (!for_operator.is_array())
            throw refusal("operator is not an array");
        std::set<std::string> names;
        const auto with_role = [&](const char* role) {
            return json::string_member(json::member(manifest, "roles"), role);
        };
        ManifestTools tools {read_list(manifest.at("tools"), directory, names),
            read_list(for_operator, directory, names), with_role("undo"), with_role("read"),
            with_role("list"), with_role("run")};
        check_roles(manifest, names);
        tools.launcher = launcher_in(manifest, directory);
        return tools;
    } catch (const ToolError& error) {
        throw refusal("manifest " + text::in_quotes(path) + ": " + error.message, error.hint);
    }
}

std::vector<ManifestTool> parse_manifest(
    const std::string& text, const std::string& path, const std::string& directory)
{
    return parse_all_of_manifest(text, path, directory).offered;
}

std::string workspace_of(const ManifestTool& tool)
{
    const std::string root = json::string_member(tool.effects, "root");
    return root.empty() ? "." : root;
}

std::vector<model::ToolSpec> specs_of(const std::vector<ManifestTool>& tools)
{
    return {tools.begin(), tools.end()};
}

std::vector<model::ToolSpec> specs_of(const std::vector<const OfferedTool*>& tools)
{
    std::vector<model::ToolSpec> specs;
    specs.reserve(tools.size());
    for (const OfferedTool* tool : tools)
        specs.push_back(*tool);
    return specs;
}

std::vector<ManifestTool> load_manifest(const std::string& path)
{
    return parse_manifest(system::read_named_file(path, "the manifest", max_manifest), path,
        std::filesystem::absolute(path).parent_path().string());
}

}
