#include "toolkit/tool/command_line.hpp"

#include "toolkit/json/schema.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/parameter_check.hpp"

#include <charconv>
#include <map>
#include <optional>
#include <span>

namespace toolkit::tool {

namespace {

// The flags that all tools have.
struct Common {
    std::string root = ".";
    std::vector<std::string> protect;
    std::vector<std::string> within;
    bool durable = false;
    sandbox::Confinement sandbox = sandbox::Confinement::landlock;
    std::int64_t max_request_bytes = 64 * 1024 * 1024;
    std::int64_t max_result_bytes = 1'000'000;
    Serving mcp = Serving::off;
    std::int64_t keep_undo = 0;
};

}

static constexpr auto choices(Serving)
{
    return std::array {Choice {Serving::off, "off"}, Choice {Serving::server, "server"},
        Choice {Serving::calls, "calls"}};
}

}

// Found by argument-dependent lookup, so it must be in the namespace of its type.
namespace toolkit::sandbox {

static constexpr auto choices(Confinement)
{
    return std::array {tool::Choice {Confinement::landlock, "landlock"},
        tool::Choice {Confinement::paths, "paths"}};
}

}

namespace toolkit::tool {

namespace {

const std::vector<Parameter<Common>>& common_flags()
{
    static const std::vector<Parameter<Common>> table {
        flag("root", &Common::root, "The workspace").takes("DIR"),
        flag("protect", &Common::protect,
            "A path in the workspace that never changes, besides .git and .agentcli")
            .takes("PATH"),
        flag("within", &Common::within, "Use only this directory of the workspace, and .agentcli")
            .takes("DIR"),
        flag("durable", &Common::durable, "Write changes through to the disk before answering"),
        flag("sandbox", &Common::sandbox, "'paths' accepts a kernel without Landlock"),
        flag("max-request-bytes", &Common::max_request_bytes, "Maximum size of a request",
            between(1, 1LL << 32)),
        flag("max-result-bytes", &Common::max_result_bytes, "Maximum size of a response with --mcp",
            between(1000, 1LL << 32)),
        flag("mcp", &Common::mcp,
            "Be an MCP server with this tool ('--mcp' alone: server); calls: for agentcli"),
        flag("keep-undo", &Common::keep_undo,
            "Keep this much of what changes replace and remove, so that they can be undone",
            between(0, 1LL << 50))
            .takes("BYTES"),
    };
    return table;
}

bool has_flag(const Contract& contract, const Declaration& flag)
{
    return flag.name != "keep-undo" || contract.sandbox.workspace == sandbox::Access::write;
}

ToolError bad(const std::string& message, const std::string& hint = "--help lists the flags")
{
    return {Code::bad_request, message, hint};
}

// Returns the text of a flag as JSON of the type in its schema.
Json value_of(const Field& field, const std::string& text)
{
    if (field.kind == Kind::boolean)
        return text == "true" ? Json(true) : text == "false" ? Json(false) : Json(text);
    if (field.kind != Kind::integer)
        return text;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? Json(number) : Json(text);
}

std::optional<CommandLineAction> action_of(const std::string& argument)
{
    return argument == "--describe" ? std::optional(CommandLineAction::describe)
        : argument == "--help"      ? std::optional(CommandLineAction::help)
        : argument == "--mcp"       ? std::optional(CommandLineAction::serve_mcp)
        : argument == "--version"   ? std::optional(CommandLineAction::version)
                                    : std::nullopt;
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
            if (const auto action = action_of(argument)) {
                result.action = *action;
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
            known.emplace_back(field.name);
        }
        throw bad("unknown flag " + text::in_quotes("--" + name),
            text::did_you_mean(name, known, "--help lists the flags", "--"));
    }

    void take(const std::string& argument)
    {
        if (!argument.starts_with("--"))
            throw bad("unexpected argument " + text::in_quotes(argument),
                "the request comes by stdin; flags begin with --");
        const std::size_t equals = argument.find('=');
        const Field& field
            = find(argument.substr(2, equals == std::string::npos ? equals : equals - 2));
        const bool is_list = field.kind == Kind::list;
        std::string text = "true";
        if (equals != std::string::npos)
            text = argument.substr(equals + 1);
        else if (field.kind != Kind::boolean) {
            if (++at == arguments.size())
                throw bad(text::in_quotes(argument) + " needs a value");
            text = arguments[at];
        }
        Json value = value_of(field, text);
        const Json schema = schema_of(field);
        json::validate(
            is_list ? schema.at("items") : schema, value, "--" + std::string(field.name));
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

// A default that equals the limit changes with it; a default above the limit is lowered.
void apply_limits(std::vector<Field>& parameters, const Json& values)
{
    for (Field& parameter : parameters) {
        const auto limit
            = parameter.limit_flag.empty() ? values.end() : values.find(parameter.limit_flag);
        if (limit == values.end())
            continue;
        for (Limit& declared : parameter.limits) {
            if (declared.keyword != std::string_view("maximum"))
                continue;
            if (!parameter.usual.is_null()
                && (parameter.usual == declared.value || parameter.usual > *limit))
                parameter.usual = *limit;
            declared.value = limit->get<std::int64_t>();
        }
    }
}

// Returns the flag that sets the maximum of a parameter.
Field flag_of_limit(const Field& parameter)
{
    const std::int64_t* const minimum = limit_of(parameter, "minimum");
    return {{.name = parameter.limit_flag,
                .description = "Maximum that a request may ask for as",
                .limits = at_least(minimum == nullptr ? 0 : *minimum)},
        Kind::integer, *limit_of(parameter, "maximum"), {}, {}, parameter.name};
}

}

std::vector<Field> flags_of(const Contract& contract)
{
    std::vector<Field> fields;
    Common usual;
    for (const auto& parameter : common_flags())
        if (has_flag(contract, parameter.field))
            fields.push_back(field_of(parameter.field, parameter.place(usual)));
    fields.insert(fields.end(), contract.flags.begin(), contract.flags.end());
    for (const Field& parameter : contract.parameters)
        if (!parameter.limit_flag.empty())
            fields.push_back(flag_of_limit(parameter));
    return fields;
}

CommandLine parse_command_line(Contract& contract, int argc, char** argv)
{
    CommandLine result;
    const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
    // The tables are the most expensive part, so they are not built if there is nothing to look up.
    Json values
        = Parser(argc > 1 ? flags_of(contract) : std::vector<Field> {}, arguments).parse(result);
    Common common;
    if (!values.empty())
        for (const auto& parameter : common_flags())
            assign(parameter.field, parameter.slot(common), values);
    result.workspace = {common.root, common.protect, common.durable, common.within};
    result.confinement = common.sandbox;
    if (common.mcp != Serving::off && result.action == CommandLineAction::answer)
        result.action = CommandLineAction::serve_mcp;
    if (common.mcp == Serving::calls)
        result.serving = Serving::calls;
    result.max_request_bytes = static_cast<std::size_t>(common.max_request_bytes);
    result.max_result_bytes = static_cast<std::size_t>(common.max_result_bytes);
    result.max_undo_bytes = common.keep_undo;
    apply_limits(contract.parameters, values);
    result.tool_flags = Json::object();
    for (const Field& field : contract.flags)
        if (const auto value = values.find(field.name); value != values.end())
            result.tool_flags[field.name] = *value;
    return result;
}

}
