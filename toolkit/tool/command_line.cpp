#include "toolkit/tool/command_line.hpp"

#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/request_table.hpp"

#include <charconv>
#include <span>

namespace {

// Flags that every tool takes.
struct Common {
    std::string root = ".";
    std::vector<std::string> protect;
    bool durable = false;
    Confinement sandbox = Confinement::landlock;
    std::int64_t max_request_bytes = 64 * 1024 * 1024;
};

}

static constexpr auto choices(Confinement)
{
    return std::array {Choice {Confinement::landlock, "landlock"}, Choice {Confinement::paths, "paths"}};
}

namespace {

const std::vector<Parameter<Common>>& common_flags()
{
    static const std::vector<Parameter<Common>> table {
        flag("root", &Common::root, "the workspace"),
        flag("protect", &Common::protect, "a path in it that is never changed, beside .git and .agentcli"),
        flag("durable", &Common::durable, "write changes through to the disk before they are answered"),
        flag("sandbox", &Common::sandbox, "'paths' accepts a kernel without Landlock"),
        flag("max-request-bytes", &Common::max_request_bytes, "the largest request", between(1, 1LL << 32)),
    };
    return table;
}

std::vector<Field> all_flags(const Contract& contract)
{
    std::vector<Field> fields;
    for (const auto& parameter : common_flags())
        fields.push_back(parameter.field);
    fields.insert(fields.end(), contract.flags.begin(), contract.flags.end());
    for (const Field& parameter : contract.parameters)
        if (!parameter.limit_flag.empty())
            fields.push_back({parameter.limit_flag, false,
                {{"type", "integer"},
                    {"description", "the most that a request may ask for as " + parameter.name},
                    {"default", parameter.schema.at("maximum")},
                    {"minimum", parameter.schema.value("minimum", Json(0))}}});
    return fields;
}

ToolError bad(const std::string& message, const std::string& hint = "--help lists the flags")
{
    return {Code::bad_request, message, hint};
}

// The text of a flag as the JSON that its schema speaks of.
Json value_of(const Field& field, const std::string& text)
{
    const std::string& type = field.schema.at("type").get_ref<const std::string&>();
    if (type == "boolean")
        return text == "true" ? Json(true) : text == "false" ? Json(false) : Json(text);
    if (type != "integer")
        return text;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? Json(number) : Json(text);
}

class Parser {
public:
    Parser(std::vector<Field> fields, std::span<char*> arguments)
        : fields(std::move(fields))
        , arguments(arguments)
    {
    }

    Json parse(CommandLine& result)
    {
        result.command.emplace_back(arguments.empty() ? "" : arguments[0]);
        for (at = 1; at < arguments.size(); ++at) {
            const std::string argument = arguments[at];
            if (argument == "--describe" || argument == "--help" || argument == "--version") {
                result.action = argument == "--describe" ? CommandLineAction::describe
                    : argument == "--help"               ? CommandLineAction::help
                                                         : CommandLineAction::version;
                continue;
            }
            const std::size_t first = at;
            take(argument);
            for (std::size_t index = first; index <= at; ++index)
                result.command.emplace_back(arguments[index]);
        }
        return std::move(values);
    }

private:
    const Field& find(const std::string& name) const
    {
        std::vector<std::string> known {"describe", "help", "version"};
        for (const Field& field : fields) {
            if (field.name == name)
                return field;
            known.push_back(field.name);
        }
        throw bad("unknown flag " + in_quotes("--" + name),
            did_you_mean(name, known, "--help lists the flags", "--"));
    }

    void take(const std::string& argument)
    {
        if (!argument.starts_with("--"))
            throw bad("unexpected argument " + in_quotes(argument),
                "the request comes by stdin; flags begin with --");
        const std::size_t equals = argument.find('=');
        const Field& field = find(argument.substr(2, equals == std::string::npos ? equals : equals - 2));
        const bool is_list = field.schema.at("type") == "array";
        std::string text = "true";
        if (equals != std::string::npos)
            text = argument.substr(equals + 1);
        else if (field.schema.at("type") != "boolean") {
            if (++at == arguments.size())
                throw bad(in_quotes(argument) + " needs a value");
            text = arguments[at];
        }
        Json value = value_of(field, text);
        validate(is_list ? field.schema.at("items") : field.schema, value, "--" + field.name);
        if (is_list)
            values[field.name].push_back(std::move(value));
        else
            values[field.name] = std::move(value);
    }

    std::vector<Field> fields;
    std::span<char*> arguments;
    std::size_t at = 1;
    Json values = Json::object();
};

// A default that stood at the limit moves with it; one above it comes down.
void apply_limits(std::vector<Field>& parameters, const Json& values)
{
    for (Field& parameter : parameters) {
        const auto limit = parameter.limit_flag.empty() ? values.end() : values.find(parameter.limit_flag);
        if (limit == values.end())
            continue;
        const auto fallback = parameter.schema.find("default");
        if (fallback != parameter.schema.end()
            && (*fallback == parameter.schema.at("maximum") || *fallback > *limit))
            *fallback = *limit;
        parameter.schema["maximum"] = *limit;
    }
}

}

CommandLine parse_command_line(Contract& contract, int argc, char** argv)
{
    CommandLine result;
    const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
    // The tables cost more to build than all else here: not where nothing is looked up in them.
    Json values = Parser(argc > 1 ? all_flags(contract) : std::vector<Field> {}, arguments).parse(result);
    Common common;
    if (!values.empty())
        for (const auto& parameter : common_flags())
            if (const auto value = values.find(parameter.field.name); value != values.end())
                parameter.assign(common, *value);
    result.workspace = {common.root, common.protect, common.durable};
    result.confinement = common.sandbox;
    result.max_request_bytes = static_cast<std::size_t>(common.max_request_bytes);
    apply_limits(contract.parameters, values);
    result.tool_flags = Json::object();
    for (const Field& field : contract.flags)
        if (const auto value = values.find(field.name); value != values.end())
            result.tool_flags[field.name] = *value;
    return result;
}

// Names that are accepted and not in the schema, to the one that they stand for.
static Json aliases_of(const Contract& contract)
{
    Json aliases = Json::object();
    for (const Field& field : contract.parameters) {
        for (const auto& alias : field.aliases)
            aliases[alias] = field.name;
        if (!field.encoded_name.empty() && !field.prints_encoded_name)
            aliases[field.encoded_name] = field.name;
    }
    return aliases;
}

// What the tool can really do. Where it runs programs, its own flags say what those may.
static Json effects_of(const Contract& contract, const CommandLine& command_line)
{
    const Access access = contract.sandbox.workspace;
    Json effects {{"workspace",
        access == Access::write      ? "write"
            : access == Access::read ? "read"
                                     : "none"}};
    if (access != Access::none && command_line.workspace.root != WorkspaceOptions().root)
        effects["root"] = command_line.workspace.root;
    if (contract.sandbox.programs == Programs::none) {
        effects["sandbox"] = command_line.confinement == Confinement::paths ? "paths" : "landlock";
        return effects;
    }
    effects["programs"] = true;
    for (const Field& field : contract.flags)
        if (field.name == "policy" || field.name == "network")
            effects[field.name] = command_line.tool_flags.value(field.name, field.schema.at("default"));
    if (command_line.tool_flags.value("unix", false))
        effects["unixSockets"] = true;
    effects["sandbox"] = effects.value("policy", Json()) == "unrestricted" ? "none"
        : command_line.tool_flags.value("require", Json()) == "namespaces" ? "namespaces"
                                                                           : "namespaces or landlock";
    return effects;
}

Json describe(const Contract& contract, const CommandLine& command_line)
{
    Json entry {{"name", contract.name}, {"description", contract.summary},
        {"schema", schema_of(contract.parameters)}, {"command", command_line.command},
        {"timeoutSec", contract.timeout_seconds}};
    if (contract.sandbox.workspace == Access::write || contract.sandbox.programs == Programs::by_policy)
        entry["changesFiles"] = true;
    entry["effects"] = effects_of(contract, command_line);
    if (Json aliases = aliases_of(contract); !aliases.empty())
        entry["aliases"] = std::move(aliases);
    return entry;
}

static std::string help_row(const std::string& name, const Field& field)
{
    constexpr std::size_t column = 24;
    std::string row = "  " + name;
    row.append(row.size() < column ? column - row.size() : 1, ' ');
    row += field.schema.value("description", "");
    if (const auto fallback = field.schema.find("default");
        fallback != field.schema.end() && !fallback->is_array())
        row += " [" + (fallback->is_string() ? fallback->get<std::string>() : fallback->dump()) + "]";
    return row + '\n';
}

std::string help(const Contract& contract)
{
    std::string text = contract.name + ": " + contract.summary + "\n\nusage: " + contract.name
        + " [FLAG …] < REQUEST\n\nREQUEST is one JSON object; the answer is one line of JSON.\n";
    for (const Field& field : contract.parameters) {
        text += help_row(field.name + (field.is_required ? "" : "?"), field);
        if (field.prints_encoded_name)
            text += "  " + field.encoded_name + ": the same in base64\n";
    }
    text += "\nFLAGs are the operator's.\n";
    for (const Field& field : all_flags(contract))
        text += help_row("--" + field.name, field);
    return text + "  --describe            its entry of tools.json\n  --help, --version\n";
}
