#include "runner/servers/variables.hpp"

#include "agent/redaction/command_secrets.hpp"
#include "agent/redaction/secret_names.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/route.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace runner::servers {

using namespace toolkit;
using namespace agent;

namespace {

constexpr std::string_view workspace_variable = "workspaceFolder";

// The content of ${…}.
struct Reference {
    std::string name;
    std::optional<std::string> fallback;
};

bool is_variable_name(std::string_view name)
{
    const auto is_letter
        = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !name.empty() && is_letter(name.front())
        && std::all_of(name.begin(), name.end(),
            [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

Reference reference_in(std::string_view inside)
{
    constexpr std::string_view default_mark = ":-";
    constexpr std::string_view environment_mark = "env:";
    Reference reference;
    if (const auto at = inside.find(default_mark); at != std::string_view::npos) {
        reference.fallback = inside.substr(at + default_mark.size());
        inside = inside.substr(0, at);
    }
    if (inside.starts_with(environment_mark))
        inside.remove_prefix(environment_mark.size());
    reference.name = inside == "userHome" ? "HOME" : inside;
    return reference;
}

ToolError not_a_variable(const std::string& inside)
{
    return {Code::bad_request, text::in_quotes("${" + inside + "}") + " is not a variable",
        inside.starts_with("input:")
            ? "nobody is asked for it: write ${NAME}, and set the variable NAME"
            : "write ${NAME}, ${NAME:-default} or ${env:NAME}"};
}

std::string value_of(const Reference& reference, const Environment& environment)
{
    const auto found = environment.find(reference.name);
    if (found != environment.end() && (!found->second.empty() || !reference.fallback))
        return found->second;
    if (reference.fallback)
        return *reference.fallback;
    throw ToolError(Code::bad_request,
        "the variable " + text::in_quotes(reference.name) + " is not set",
        "set it, or write ${" + reference.name + ":-default}");
}

// Calls `plain` with each text between variables, and `variable` with the content of each variable.
template<class Plain, class Variable>
void walk(std::string_view text, Plain plain, Variable variable)
{
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find("${"), text.size());
        plain(text.substr(0, begin));
        text.remove_prefix(begin);
        if (text.empty())
            return;
        const std::size_t end = text.find('}');
        variable(std::string(text.substr(2, end == std::string_view::npos ? end : end - 2)),
            end != std::string_view::npos);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

}

std::string expanded(std::string_view text, const Environment& environment,
    const std::vector<std::string>& refused, const std::string& workspace)
{
    std::string result;
    walk(
        text, [&](std::string_view plain) { result += plain; },
        [&](const std::string& inside, bool is_closed) {
            if (is_closed && inside == workspace_variable && !workspace.empty()) {
                result += workspace;
                return;
            }
            const Reference reference = reference_in(inside);
            if (!is_closed || !is_variable_name(reference.name)
                || (reference.fallback && reference.fallback->find("${") != std::string::npos))
                throw not_a_variable(inside);
            if (text::contains(refused, reference.name))
                throw ToolError(Code::bad_request,
                    text::in_quotes("${" + reference.name + "}")
                        + " is the key of the model, which no server gets",
                    "give the server a key of its own, in a variable of another name");
            result += value_of(reference, environment);
        });
    return result;
}

std::vector<std::string> variables_in(std::string_view text)
{
    std::vector<std::string> names;
    walk(
        text, [](std::string_view) {},
        [&](const std::string& inside, bool is_closed) {
            const std::string name = reference_in(inside).name;
            if (is_closed && is_variable_name(name) && inside != workspace_variable
                && !text::contains(names, name))
                names.push_back(name);
        });
    return names;
}

std::vector<std::string> secrets_of(const agent::mcp::ServerEntry& entry)
{
    std::vector<std::string> secrets;
    const auto add_secrets = [&](std::vector<std::string> more) {
        std::move(more.begin(), more.end(), std::back_inserter(secrets));
    };
    for (const auto& [name, value] : entry.environment)
        add_secrets(redaction::secrets_of_variable(name, value));
    for (const auto& [name, value] : entry.headers)
        add_secrets(redaction::secrets_of_header(name + ": " + value));
    if (!entry.url.empty())
        add_secrets(web::secrets_of_url(entry.url));
    return secrets;
}

}
