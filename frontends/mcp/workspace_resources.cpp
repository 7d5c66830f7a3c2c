#include "frontends/mcp/workspace_resources.hpp"

#include "frontends/mcp/workspace_uri.hpp"
#include "runner/start/instructions.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

using namespace runner;

static constexpr const char* reading_tool = "fs_read_file";
static constexpr const char* listing_tool = "fs_listdir";
static constexpr std::size_t max_completions = 100; // by the protocol

static constexpr const char* workspace_root = "."; // its changes are those of the list

WorkspaceResources::WorkspaceResources(Toolbelt& toolbelt, bool keeps_to_roots)
    : toolbelt(toolbelt)
    , keeps_to_roots(keeps_to_roots)
{
    try {
        changes.emplace();
    } catch (const ToolError&) {
        changes.reset();
    }
}

bool WorkspaceResources::has_resources() const
{
    return toolbelt.has_reading_tool(reading_tool) && toolbelt.has_reading_tool(listing_tool);
}

bool WorkspaceResources::owns_uri(const std::string& uri) { return is_workspace_uri(uri); }

static Json template_list()
{
    Json files {{"uriTemplate", workspace_uri_template}, {"name", "workspace-file"},
        {"title", "File of the workspace"}};
    files["description"] = "A file, or the entries of a directory as JSON. The path is relative to "
                           "the workspace.";
    return Json::array({std::move(files)});
}

void WorkspaceResources::begin(ContextRequest request, ContextDone done)
{
    if (request.method == "resources/templates/list") {
        ContextOutcome outcome;
        outcome.result["resourceTemplates"] = template_list();
        return done(std::move(outcome));
    }
    Reading reading {std::move(request), std::move(done)};
    if (reading.request.method == "resources/read")
        read(std::move(reading));
    else
        list(std::move(reading));
}

void WorkspaceResources::read(Reading reading)
{
    const std::string uri = json::string_member(reading.request.params, "uri");
    const auto path = path_of_workspace_uri(uri);
    if (!path)
        throw protocol::unknown_resource(uri, reading.request.client.era);
    reading.path = *path;
    call(std::move(reading), reading_tool, {{"path", *path}, {"encoding", "text"}});
}

static Json completion_of(const Json& values, std::size_t total)
{
    Json result = Json::object();
    result["completion"]
        = {{"values", values}, {"total", total}, {"hasMore", total > values.size()}};
    return result;
}

// Lists the root, or for a completion the directory of the path so far.
void WorkspaceResources::list(Reading reading)
{
    reading.path = workspace_root;
    if (reading.request.method == "completion/complete") {
        const Json& argument = json::member(reading.request.params, "argument");
        const std::string value = json::string_member(argument, "value");
        const std::size_t name = value.rfind('/') + 1;
        const auto directory = path_of_workspace_uri(workspace_uri(value.substr(0, name)));
        if (json::string_member(argument, "name") != "path" || !directory)
            return reading.done({completion_of(Json::array(), 0)});
        reading.path = *directory;
        reading.prefix = value.substr(name);
    }
    if (reading.request.method == "resources/list")
        watch_root();
    Json arguments {
        {"path", reading.path}, {"recursive", true}, {"depth", 1}, {"includeIgnored", false}};
    if (reading.prefix.starts_with('.'))
        arguments["includeHidden"] = true;
    call(std::move(reading), listing_tool, arguments);
}

// Nobody needs to be told of changes of a list that nobody has asked for.
void WorkspaceResources::watch_root()
{
    try {
        if (changes && !std::exchange(is_listed, true))
            changes->add(workspace_root);
    } catch (const ToolError&) {
        is_listed = false; // tried again for the next list
    }
}

void WorkspaceResources::call(Reading reading, const std::string& tool, const Json& arguments)
{
    const std::uint64_t number = reading.request.number;
    ClientCall client = reading.request.client;
    client.via["method"] = reading.request.method;
    client.finished
        = [this, number](const calls::ToolAnswer& answer) { take_answer(number, answer); };
    under_way[number] = std::move(reading);
    try {
        if (!toolbelt.call(std::move(client), tool, arguments))
            throw protocol::Malformed {
                protocol::internal_error, "the tool is not offered any more"};
    } catch (const protocol::Malformed&) {
        under_way.erase(number);
        throw;
    }
}

static Json json_of_answer(const calls::ToolAnswer& answer)
try {
    return json::parse_bounded(answer.content);
} catch (const ToolError&) {
    return {};
}

static protocol::Malformed error_of(
    const calls::ToolAnswer& answer, const std::string& uri, protocol::Era era)
{
    if (answer.code == "NOT_FOUND" || answer.code == "NOT_A_DIRECTORY"
        || answer.code == "OUTSIDE_WORKSPACE")
        return protocol::unknown_resource(uri, era);
    const Json error = json_of_answer(answer);
    std::string message = json::string_member(error, "error");
    if (const std::string hint = json::string_member(error, "hint"); !hint.empty())
        message += "; " + hint;
    return {protocol::internal_error, message.empty() ? "the resource cannot be read" : message};
}

static Json listed_resource(const Json& entry)
{
    const std::string path = json::string_member(entry, "path");
    const bool is_directory = json::string_member(entry, "type") == "dir";
    Json resource {{"uri", workspace_uri(path)}, {"name", path}};
    resource["mimeType"] = is_directory ? "inode/directory" : media_type_of(path, false);
    if (const Json& size = json::member(entry, "sizeBytes"); !is_directory && !size.is_null())
        resource["size"] = size;
    return resource;
}

// Adds a file of instructions that ignore rules have left out.
static void add_instructions(Json& resources)
{
    for (const auto& file : start::find_instruction_files()) {
        if (file.place != start::InstructionFile::Place::current)
            continue;
        Json resource = listed_resource({{"path", file.name}});
        if (std::none_of(resources.begin(), resources.end(),
                [&](const Json& other) { return other.at("uri") == resource["uri"]; }))
            resources.push_back(std::move(resource));
    }
}

static Json resource_list(const Json& answer)
{
    Json resources = Json::array();
    for (const Json& entry : json::member(answer, "entries"))
        resources.push_back(listed_resource(entry));
    add_instructions(resources);
    std::sort(resources.begin(), resources.end(), [](const Json& one, const Json& two) {
        return json::string_member(one, "name") < json::string_member(two, "name");
    });
    Json result = Json::object();
    result["resources"] = std::move(resources);
    return result;
}

static Json completed_paths(
    const Json& answer, const std::string& directory, const std::string& prefix)
{
    const std::string before = directory == workspace_root ? "" : directory + "/";
    Json values = Json::array();
    std::size_t total = 0;
    for (const Json& entry : json::member(answer, "entries")) {
        std::string path = json::string_member(entry, "path");
        if (!path.starts_with(before + prefix))
            continue;
        if (json::string_member(entry, "type") == "dir")
            path += '/';
        if (++total <= max_completions)
            values.push_back(std::move(path));
    }
    return completion_of(values, total);
}

static Json directory_content(const std::string& uri, const calls::ToolAnswer& answer)
{
    Json content {{"uri", uri}, {"mimeType", "application/json"}, {"text", answer.content}};
    Json result = Json::object();
    result["contents"] = Json::array({std::move(content)});
    return result;
}

static ContextOutcome file_content(
    const std::string& uri, const std::string& path, const calls::ToolAnswer& answer)
{
    const Json read = json_of_answer(answer);
    const std::string text = json::string_member(read, "content");
    const bool is_binary = json::member(read, "contentBase64").is_string();
    ContextOutcome outcome;
    if (json::member(read, "eof") != true) {
        outcome.error = {protocol::invalid_params,
            text::in_quotes(path)
                + " is too large for a resource; call fs_read_lines, or "
                  "fs_read_file for a part of it"};
        return outcome;
    }
    Json content {{"uri", uri}, {"mimeType", media_type_of(path, is_binary)}};
    if (is_binary)
        content["blob"] = read.at("contentBase64");
    else
        content["text"] = text;
    outcome.result["contents"] = Json::array({std::move(content)});
    return outcome;
}

void WorkspaceResources::take_answer(std::uint64_t number, const calls::ToolAnswer& answer)
{
    auto taken = under_way.extract(number);
    if (taken.empty())
        return;
    Reading& reading = taken.mapped();
    const std::string& method = reading.request.method;
    const std::string uri = json::string_member(reading.request.params, "uri");
    const bool is_completion = method == "completion/complete";
    if (method == "resources/read" && !reading.is_directory && answer.code == "NOT_A_FILE") {
        reading.is_directory = true;
        directories.push_back(std::move(reading));
        return;
    }
    if (is_completion && !answer.failure.empty())
        return reading.done({completion_of(Json::array(), 0)});
    if (!answer.failure.empty())
        return reading.done({{}, error_of(answer, uri, reading.request.client.era)});
    if (is_completion)
        return reading.done(
            {completed_paths(json_of_answer(answer), reading.path, reading.prefix)});
    if (method == "resources/list")
        return reading.done({resource_list(json_of_answer(answer))});
    if (reading.is_directory)
        return reading.done({directory_content(uri, answer)});
    reading.done(file_content(uri, reading.path, answer));
}

void WorkspaceResources::cancel(std::uint64_t number)
{
    under_way.erase(number);
    std::erase_if(
        directories, [&](const Reading& reading) { return reading.request.number == number; });
}

// The roots of a client are known when it has read a resource or called a tool.
static void refuse_outside_roots(const std::string& path, const ClientCall& client)
{
    namespace fs = std::filesystem;
    if (!client.state || !client.state->has_roots)
        return;
    if (!client.state->knows_part)
        throw protocol::Malformed {
            protocol::invalid_params, "read the resource before you subscribe to it"};
    std::error_code error;
    const std::string whole = fs::weakly_canonical(path, error).string();
    const auto& part = *client.state->part;
    const bool is_inside = part.directories.empty()
        || std::any_of(part.directories.begin(), part.directories.end(),
            [&](const std::string& directory) { return text::strip_root(whole, directory); });
    if (error || part.refusal || !is_inside)
        throw protocol::Malformed {
            protocol::invalid_params, "the resource is not in a root of the client"};
}

void WorkspaceResources::subscribe(const std::string& uri, const ClientCall& client)
{
    constexpr std::size_t max_subscribed = 256; // of all clients
    const auto path = path_of_workspace_uri(uri);
    if (!path)
        throw protocol::unknown_resource(uri, client.era);
    if (!changes || subscribed.size() >= max_subscribed)
        throw protocol::Malformed {protocol::internal_error,
            changes ? "too many resources are subscribed to" : "files cannot be watched"};
    if (keeps_to_roots)
        refuse_outside_roots(*path, client);
    try {
        changes->add(*path);
    } catch (const ToolError& error) {
        if (error.code == Code::not_found || error.code == Code::outside_workspace)
            throw protocol::unknown_resource(uri, client.era);
        throw protocol::Malformed {protocol::invalid_params, error.message};
    }
    subscribed[uri] = *path;
}

void WorkspaceResources::unsubscribe(const std::string& uri)
{
    const auto taken = subscribed.extract(uri);
    if (taken.empty() || (is_listed && taken.mapped() == workspace_root))
        return;
    if (std::none_of(subscribed.begin(), subscribed.end(),
            [&](const auto& other) { return other.second == taken.mapped(); }))
        changes->remove(taken.mapped());
}

void WorkspaceResources::report_changes()
{
    for (const std::string& changed : changes->step()) {
        if (changed == workspace_root && is_listed)
            report({ContextChange::Kind::resources});
        for (const auto& [uri, path] : subscribed)
            if (path == changed)
                report({ContextChange::Kind::resource, uri});
    }
}

void WorkspaceResources::watch(system::Watch& watch) const
{
    if (changes)
        changes->watch(watch);
    if (!directories.empty())
        watch.until(system::Watch::Clock::now());
}

void WorkspaceResources::step()
{
    list_directories();
    if (changes)
        report_changes();
}

// A call cannot be begun while another one tells its result.
void WorkspaceResources::list_directories()
{
    for (Reading& reading : std::exchange(directories, {})) {
        const ContextDone done = reading.done;
        const std::string path = reading.path;
        try {
            call(std::move(reading), listing_tool, {{"path", path}});
        } catch (const protocol::Malformed& error) {
            done({{}, error});
        }
    }
}

}
