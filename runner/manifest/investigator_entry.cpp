#include "runner/manifest/investigator_entry.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "toolkit/system/private_directory.hpp"

#include <algorithm>

namespace runner::manifest {

using namespace agent;
using namespace toolkit;

static constexpr std::chrono::seconds usual_time {300};
static constexpr std::chrono::seconds time_to_report {90}; // and to end

static Json schema_of_request()
{
    return {{"type", "object"},
        {"properties",
            {{"question",
                 {{"type", "string"}, {"minLength", 1}, {"maxLength", 4000},
                     {"description", "All that the investigator is told"}}},
                {"paths",
                    {{"type", "array"},
                        {"items", {{"type", "string"}, {"minLength", 1}, {"maxLength", 1024}}},
                        {"maxItems", 20}, {"description", "Where to begin"}}}}},
        {"required", {"question"}}, {"additionalProperties", false}};
}

calls::ManifestTool plain_entry_of_investigator()
{
    calls::ManifestTool tool;
    tool.name = "investigate";
    tool.description = "Have a question about the workspace investigated by a reader with a "
                       "context of its own; returns findings with checked quotes. Changes "
                       "nothing.";
    tool.schema = schema_of_request();
    tool.checked_schema = std::make_shared<const json::Schema>(tool.schema, calls::compiled_by_re2);
    tool.effects = {{"workspace", "read"}, {"network", "on"}, {"sandbox", "none"}};
    tool.program = system::own_program();
    tool.command = {tool.program, "investigate"};
    tool.timeout = usual_time + time_to_report;
    return tool;
}

static void add_flag(std::vector<std::string>& command, const char* flag, const std::string& value)
{
    if (!value.empty())
        command.push_back(std::string(flag) + "=" + value);
}

static std::string joined_names(const std::vector<std::string>& names)
{
    std::string all;
    for (const auto& name : names)
        if (name != "investigate") // it is none of its own tools
            all += (all.empty() ? "" : ",") + name;
    return all;
}

static const char* name_of(model::Api api)
{
    return api == model::Api::chat ? "chat" : api == model::Api::responses ? "responses" : "auto";
}

// What a flag of the run says about its server, its tools and its secrets.
static std::vector<std::string> flags_for(const options::Options& options)
{
    std::vector<std::string> flags;
    add_flag(flags, "--profile", options.profile);
    add_flag(flags, "--tools", absolute_manifest(options.tools));
    if (!options.only_tools.empty()) // the workspace's are added by its profile again
        add_flag(flags, "--only-tools", joined_names(options.only_tools.front()));
    add_flag(flags, "--without-tools", joined_names(options.without_tools));
    add_flag(flags, "--api", name_of(options.api));
    flags.emplace_back("--env-key="); // OAI_API_KEY has the key, whatever a profile names
    add_flag(flags, "--ca-file", options.ca_file.empty() ? "" : absolute_path(options.ca_file));
    for (const auto& header : options.headers)
        add_flag(flags, "--header", header);
    if (!options.verify)
        flags.emplace_back("--no-verify");
    for (const auto& key : options.redact.keys)
        add_flag(flags, "--redact-key", key);
    if (options.redact_model)
        flags.emplace_back("--redact-model");
    if (options.audit == audit::AuditPolicy::best_effort)
        flags.emplace_back("--audit=best-effort");
    return flags;
}

static void add_setting(
    std::vector<std::string>& settings, const char* name, const std::string& value)
{
    if (!value.empty())
        settings.push_back(std::string(name) + "=" + value);
}

calls::ManifestTool entry_of_investigator(const options::Options& options)
{
    calls::ManifestTool tool = plain_entry_of_investigator();
    for (auto& flag : flags_for(options))
        tool.command.push_back(std::move(flag));
    tool.timeout
        = std::max<std::chrono::milliseconds>(usual_time, options.max_time) + time_to_report;
    tool.env = {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
        "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"};
    add_setting(tool.settings, "OAI_BASE_URL", options.base_url);
    add_setting(tool.settings, "OAI_API_KEY", options.api_key);
    add_setting(tool.settings, "OAI_MODEL", options.model);
    std::string patterns;
    for (const auto& pattern : options.redact.patterns)
        patterns += pattern + "\n";
    add_setting(tool.settings, "AGENTCLI_REDACT", patterns);
    return tool;
}

void renew_entry(calls::ManifestTool& entry, const EntryServer& server)
{
    const auto is_header = [](const std::string& word) { return word.starts_with("--header="); };
    const auto is_of_server = [](const std::string& word) { return word.starts_with("OAI_"); };
    std::erase_if(entry.command, is_header);
    for (const auto& header : server.headers)
        add_flag(entry.command, "--header", header);
    std::erase_if(entry.settings, is_of_server);
    add_setting(entry.settings, "OAI_BASE_URL", server.base_url);
    add_setting(entry.settings, "OAI_API_KEY", server.api_key);
    add_setting(entry.settings, "OAI_MODEL", server.model);
}

}
