#include "runner/config.hpp"

#include "runner/bounded_json.hpp"
#include "runner/model/chat.hpp"
#include "toolkit/error.hpp"
#include "toolkit/text.hpp"
#include "toolkit/workspace.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

static constexpr std::size_t largest_config = 1 << 20;
static const char* const workspace_path = ".agentcli/config.json";

static constexpr std::array<std::string_view, 9> narrowing {"max-steps", "max-tool-calls", "max-repeats",
    "max-seconds", "timeout", "http-retries", "only-tools", "without-tools", "approve"};
static constexpr std::array<std::string_view, 11> others {"model", "base-url", "tools", "system",
    "system-file", "temp", "context-window", "ca-file", "stream", "verbose", "output-schema"};
static constexpr std::array<std::string_view, 4> file_names {
    "tools", "system-file", "ca-file", "output-schema"};

template<class Names>
static bool has(const Names& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

namespace {

// One of the two files.
class Config {
public:
    Config(std::string path, File opened)
        : path(std::move(path))
    {
        if (!opened)
            return;
        try {
            profiles = member(parse_bounded(read_whole(opened, this->path, largest_config)), "profiles");
            if (!profiles.is_object())
                throw ToolError(Code::bad_request, "it is not {\"profiles\": {NAME: {FLAG: value, …}}}");
        } catch (const ToolError& error) {
            throw refusal(error.message);
        }
    }

    bool has_profile(const std::string& name) const
    {
        return profiles.is_object() && profiles.contains(name);
    }

    template<class Allowed>
    std::vector<Setting> settings(const std::string& name, Allowed allowed) const
    {
        std::vector<Setting> result;
        const Json& profile = profiles.at(name);
        if (!profile.is_object())
            throw refusal("the profile " + in_quotes(name) + " is not an object");
        for (const auto& [flag, value] : profile.items()) {
            if (const std::string why = allowed(flag); !why.empty())
                throw refusal("the profile " + in_quotes(name) + " sets " + in_quotes(flag) + ", " + why);
            result.push_back({flag, text_of_value(flag, value), path});
        }
        return result;
    }

    // With the slash at its end.
    std::string folder() const { return path.substr(0, path.rfind('/') + 1); }

private:
    ToolError refusal(const std::string& what) const
    {
        return {Code::bad_request, "the config " + in_quotes(path) + ": " + what};
    }

    std::string text_of_value(const std::string& flag, const Json& value) const
    {
        if (value.is_string())
            return value;
        if (value.is_number() || value.is_boolean())
            return value.dump();
        std::string joined;
        for (const auto& element : value.is_array() ? value : Json::array({Json()})) {
            if (!element.is_string())
                throw refusal(
                    in_quotes(flag) + " has neither a text, a number, true or false, nor a list of texts");
            joined += (joined.empty() ? "" : ",") + element.get<std::string>();
        }
        return joined;
    }

    std::string path;
    Json profiles;
};

}

static Config user_config()
{
    const char* config = std::getenv("XDG_CONFIG_HOME"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    const char* home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    std::string path;
    if (config != nullptr && *config == '/')
        path = std::string(config) + "/agentcli/config.json";
    else if (home != nullptr && *home == '/')
        path = std::string(home) + "/.config/agentcli/config.json";
    File file(path.empty() ? -1 : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!file && !path.empty() && errno != ENOENT && errno != ENOTDIR)
        throw ToolError(Code::bad_request, system_error("cannot read the config " + in_quotes(path)).message);
    return {path, std::move(file)};
}

static Config workspace_config()
{
    struct stat status { };
    if (lstat(workspace_path, &status) != 0)
        return {workspace_path, File()};
    try {
        return {workspace_path, Workspace(WorkspaceOptions()).open_to_read(workspace_path)};
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, error.message, error.hint);
    }
}

Profile read_profile(const std::string& name)
{
    const Config own = user_config();
    const Config workspace = workspace_config();
    Profile profile;
    if (own.has_profile(name))
        profile.own = own.settings(name, [](const std::string& flag) {
            return has(narrowing, flag) || has(others, flag) ? std::string()
                : flag == "api-key" ? "and a key has no place there: OAI_API_KEY sets it"
                                    : "which a profile can't";
        });
    if (workspace.has_profile(name))
        profile.workspace = workspace.settings(name, [](const std::string& flag) {
            return has(narrowing, flag)
                ? std::string()
                : std::string("and the config of a workspace can only narrow: limits, tools and approval");
        });
    if (!own.has_profile(name) && !workspace.has_profile(name))
        throw ToolError(Code::bad_request, "-profile: no config has a profile " + in_quotes(name),
            "they are in agentcli/config.json of $XDG_CONFIG_HOME or ~/.config, and in "
            "./.agentcli/config.json");
    const std::string folder = own.folder();
    for (auto& setting : profile.own)
        if (has(file_names, setting.flag) && !setting.value.empty() && setting.value.front() != '/')
            setting.value.insert(0, folder);
    return profile;
}

template<class Value>
static bool lessen(Value& value, const Value& other, const Value& unlimited)
{
    if (other == unlimited || (value != unlimited && value <= other))
        return false;
    value = other;
    return true;
}

static bool leave_out(Options& options, const std::vector<std::string>& names)
{
    bool is_changed = false;
    for (const auto& name : names)
        if (!has(options.without_tools, name)) {
            options.without_tools.push_back(name);
            is_changed = true;
        }
    return is_changed;
}

// An empty list means all tools: so what both don't have is left out instead.
static bool keep_only(Options& options, const std::vector<std::string>& names)
{
    if (options.only_tools.empty()) {
        options.only_tools = names;
        return !names.empty();
    }
    std::vector<std::string> gone;
    for (const auto& name : options.only_tools)
        if (!has(names, name))
            gone.push_back(name);
    return leave_out(options, gone);
}

bool narrow(Options& options, const Options& others, const std::string& flag)
{
    const auto less = [&](auto member) { return lessen(options.*member, others.*member, {}); };
    if (flag == "max-steps")
        return less(&Options::max_steps);
    if (flag == "max-tool-calls")
        return less(&Options::max_calls);
    if (flag == "max-repeats")
        return less(&Options::max_repeats);
    if (flag == "max-seconds")
        return less(&Options::max_time);
    if (flag == "timeout")
        return less(&Options::timeout);
    if (flag == "http-retries")
        return lessen(options.retries, others.retries, -1);
    if (flag == "only-tools")
        return keep_only(options, others.only_tools);
    if (flag == "without-tools")
        return leave_out(options, others.without_tools);
    const bool is_stricter = others.approve > options.approve;
    options.approve = std::max(options.approve, others.approve);
    return is_stricter;
}
