#include "environment.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace exec {

using namespace toolkit;

namespace {

constexpr std::array<std::string_view, 8> always_passed {
    "PATH", "HOME", "LANG", "TERM", "TZ", "USER", "SHELL", "TMPDIR"};

bool is_passed(std::string_view name, const std::vector<std::string>& passed)
{
    return name.starts_with("LC_")
        || std::find(always_passed.begin(), always_passed.end(), name) != always_passed.end()
        || std::find(passed.begin(), passed.end(), name) != passed.end();
}

// GIT_EDITOR accepts the text that git prepared; otherwise `rebase --continue` and `merge` could
// never finish. A commit without a message still fails, since that text is empty. A program that
// starts any other editor does so by mistake, and fails immediately.
constexpr std::array<std::pair<const char*, const char*>, 8> nobody_is_there {{
    {"PAGER", "cat"},
    {"GIT_PAGER", "cat"},
    {"MANPAGER", "cat"},
    {"SYSTEMD_PAGER", "cat"},
    {"EDITOR", "false"},
    {"VISUAL", "false"},
    {"GIT_EDITOR", "true"},
    {"GIT_TERMINAL_PROMPT", "0"},
}};

}

namespace {

void add_passed(Variables& variables, const std::vector<std::string>& passed)
{
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view variable = *entry;
        const std::size_t equals = variable.find('=');
        if (equals != std::string_view::npos && is_passed(variable.substr(0, equals), passed))
            variables[std::string(variable.substr(0, equals))] = variable.substr(equals + 1);
    }
    for (const std::string& setting : passed)
        if (const std::size_t equals = setting.find('='); equals != std::string::npos && equals > 0)
            variables[setting.substr(0, equals)] = setting.substr(equals + 1);
}

}

Variables base_environment(const std::vector<std::string>& passed, const std::string& temporary)
{
    Variables variables(nobody_is_there.begin(), nobody_is_there.end());
    add_passed(variables, passed);
    if (!temporary.empty())
        variables["TMPDIR"] = temporary;
    return variables;
}

Variables environment_of_launched(
    const std::vector<std::string>& passed, const std::string& temporary, const std::string& cache)
{
    Variables variables;
    if (!cache.empty())
        for (const char* name : {"XDG_CACHE_HOME", "npm_config_cache", "UV_CACHE_DIR", "GOCACHE"})
            variables[name] = cache;
    add_passed(variables, passed);
    if (!temporary.empty())
        variables["TMPDIR"] = temporary;
    return variables;
}

Variables with_request(Variables base, const Variables& requested)
{
    for (const auto& [name, value] : requested) {
        if (name.empty() || name.find_first_of(std::string_view("=\0", 2)) != std::string::npos)
            throw ToolError(Code::bad_request,
                "the variable " + text::in_quotes(name) + " in 'env' can't be set",
                "a name must not be empty or contain '=' or a NUL");
        if (value.find('\0') != std::string::npos)
            throw ToolError(Code::bad_request,
                "the value of " + text::in_quotes(name) + " in 'env' contains a NUL byte");
        base[name] = value;
    }
    return base;
}

}
