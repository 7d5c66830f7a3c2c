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
    else if (reading.request.method == "completion/complete")
        complete(std::move(reading));
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

// nullopt for `total` means unknown.
static Json completion_of(const Json& values, std::optional<std::size_t> total)
{
    Json completion {{"values", values}, {"hasMore", !total || *total > values.size()}};
    if (total)
        completion["total"] = *total;
    Json result = Json::object();
    result["completion"] = std::move(completion);
    return result;
}

static std::string relative_to_workspace(const std::string& directory)
{
    std::error_code error;
    const std::string workspace = std::filesystem::current_path(error).string();
    const std::string path = text::strip_root(directory, workspace).value_or(directory);
    return path.substr(path.find_first_not_of('/'));
}

// Returns the roots of a client, as far as they are known, relative to the workspace; empty if it
// may use all of that.
std::vector<std::string> WorkspaceResources::roots_of(const ClientState* state) const
{
    std::vector<std::string> roots;
    if (!keeps_to_roots || state == nullptr || !state->has_roots)
        return roots;
    roots.reserve(state->part->directories.size());
    for (const std::string& directory : state->part->directories)
        roots.push_back(relative_to_workspace(directory));
    return roots;
}

void WorkspaceResources::list(Reading reading)
{
    watch_root();
    reading.places = roots_of(reading.request.client.state.get());
    if (reading.places.empty())
        reading.places = {workspace_root};
    list_place(std::move(reading));
}

// Lists the directory of the path so far.
void WorkspaceResources::complete(Reading reading)
{
    const Json& argument = json::member(reading.request.params, "argument");
    reading.value = json::string_member(argument, "value");
    const std::size_t name = reading.value.rfind('/') + 1;
    const auto directory = path_of_workspace_uri(workspace_uri(reading.value.substr(0, name)));
    if (json::string_member(argument, "name") != "path" || !directory)
        return reading.done({completion_of(Json::array(), 0)});
    reading.places = {*directory};
    list_place(std::move(reading));
}

// Begins with the first page of the next directory.
void WorkspaceResources::list_place(Reading reading)
{
    constexpr int names_per_call = 5000;
    const bool is_list = reading.request.method == "resources/list";
    reading.path = reading.places.front();
    reading.places.erase(reading.places.begin());
    reading.arguments = {{"path", reading.path}, {"recursive", true}, {"depth", 1},
        {"includeIgnored", false}, {"details", is_list}, {"maxResults", names_per_call}};
    if (text::name_of("/" + reading.value).starts_with('.'))
        reading.arguments["includeHidden"] = true;
    const Json arguments = reading.arguments;
    call(std::move(reading), listing_tool, arguments);
}

// Changes of a list are only reported after a client has requested it.
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
        = [this, number](const calls::ToolAnswer& answer,
              const std::optional<ClientAnswer>& instead) { take_answer(number, answer, instead); };
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

static Json resource_list(const Json& entries, bool is_whole)
{
    const auto name = [](const Json& resource) { return json::string_member(resource, "name"); };
    Json resources = Json::array();
    for (const Json& entry : entries)
        resources.push_back(listed_resource(entry));
    if (is_whole)
        add_instructions(resources);
    std::sort(resources.begin(), resources.end(),
        [&](const Json& one, const Json& other) { return name(one) < name(other); });
    resources.erase(
        std::unique(resources.begin(), resources.end(),
            [&](const Json& one, const Json& other) { return name(one) == name(other); }),
        resources.end());
    Json result = Json::object();
    result["resources"] = std::move(resources);
    return result;
}

void WorkspaceResources::take_listing(Reading reading, const calls::ToolAnswer& answer)
{
    constexpr int max_listings = 20;
    if (!answer.failure.empty())
        return take_failed_listing(std::move(reading), answer);
    const Json page = json_of_answer(answer);
    for (const Json& entry : json::member(page, "entries"))
        reading.found.push_back(entry);
    for (const Json& path : json::member(page, "paths")) // an object if it is not UTF-8
        if (path.is_string() && path.get<std::string>().starts_with(reading.value))
            reading.found.push_back(path);
    const Json& cursor = json::member(page, "nextCursor");
    const bool has_enough
        = reading.request.method == "completion/complete" && reading.found.size() > max_completions;
    const bool has_more = cursor.is_string() || !reading.places.empty();
    if (has_more && (has_enough || ++reading.listings >= max_listings))
        reading.is_cut = true;
    else if (cursor.is_string())
        reading.arguments["cursor"] = cursor;
    else
        reading.arguments = {};
    if (!has_more || reading.is_cut)
        return finish_listing(reading);
    waiting.push_back(std::move(reading));
}

// The roots of a client may have become known by this call, or one may have been removed. A
// directory that only contains roots cannot be listed: a path in it is completed by the roots.
void WorkspaceResources::take_failed_listing(Reading reading, const calls::ToolAnswer& answer)
{
    const std::vector<std::string> roots = roots_of(reading.request.client.state.get());
    if (reading.request.method == "completion/complete") {
        for (const std::string& root : roots)
            if ((root + "/").starts_with(reading.value))
                reading.found.push_back(root + "/");
        return finish_listing(reading);
    }
    if (reading.path == workspace_root)
        reading.places = roots;
    reading.arguments = {};
    if (!reading.places.empty())
        return waiting.push_back(std::move(reading));
    if (reading.found.empty())
        return reading.done(
            {{}, error_of(answer, workspace_uri(reading.path), reading.request.client.era)});
    finish_listing(reading);
}

void WorkspaceResources::finish_listing(const Reading& reading) const
{
    if (reading.request.method == "resources/list") {
        const bool is_whole = roots_of(reading.request.client.state.get()).empty();
        return reading.done({resource_list(reading.found, is_whole)});
    }
    Json values = Json::array();
    for (const Json& path : reading.found)
        if (values.size() < max_completions)
            values.push_back(path);
    const std::optional<std::size_t> total
        = reading.is_cut ? std::nullopt : std::optional(reading.found.size());
    reading.done({completion_of(values, total)});
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

void WorkspaceResources::take_answer(std::uint64_t number, const calls::ToolAnswer& answer,
    const std::optional<ClientAnswer>& instead)
{
    auto taken = under_way.extract(number);
    if (taken.empty())
        return;
    Reading& reading = taken.mapped();
    if (instead)
        return reading.done({{}, {}, instead});
    const std::string& method = reading.request.method;
    const std::string uri = json::string_member(reading.request.params, "uri");
    if (method != "resources/read")
        return take_listing(std::move(reading), answer);
    const ClientCall& client = reading.request.client;
    if (!reading.is_directory && answer.code == "NOT_A_FILE") {
        reading.is_directory = true;
        reading.request.client.request_state.reset(); // that of the first call
        if (client.era == protocol::Era::modern)
            reading.request.client.can_be_asked = false;
        reading.arguments = {{"path", reading.path}};
        waiting.push_back(std::move(reading));
        return;
    }
    if (!answer.failure.empty() && is_outside_roots(reading.path, client.state.get()))
        return reading.done({{}, protocol::unknown_resource(uri, client.era)});
    if (!answer.failure.empty())
        return reading.done({{}, error_of(answer, uri, client.era)});
    if (reading.is_directory)
        return reading.done({directory_content(uri, answer)});
    reading.done(file_content(uri, reading.path, answer));
}

void WorkspaceResources::cancel(std::uint64_t number)
{
    under_way.erase(number);
    std::erase_if(
        waiting, [&](const Reading& reading) { return reading.request.number == number; });
}

// Returns false as long as the roots are not known, and if none is in the workspace.
bool WorkspaceResources::is_outside_roots(const std::string& path, const ClientState* state) const
{
    namespace fs = std::filesystem;
    if (!keeps_to_roots || state == nullptr || !state->has_roots)
        return false;
    const auto& part = *state->part;
    std::error_code error;
    const std::string whole = fs::weakly_canonical(path, error).string();
    return error
        || (!part.directories.empty()
            && std::none_of(part.directories.begin(), part.directories.end(),
                [&](const std::string& directory) { return text::strip_root(whole, directory); }));
}

// The roots of a client are known when it has read a resource or called a tool.
void WorkspaceResources::admit(const std::string& uri, const ClientCall& client)
{
    const auto path = path_of_workspace_uri(uri);
    const ClientState* const state = client.state.get();
    if (!path)
        throw protocol::unknown_resource(uri, client.era);
    if (keeps_to_roots && state != nullptr && state->has_roots && !state->knows_part)
        throw protocol::Malformed {
            protocol::invalid_params, "read the resource before you subscribe to it"};
    if (is_outside_roots(*path, state) || (state != nullptr && state->part->refusal))
        throw protocol::Malformed {
            protocol::invalid_params, "the resource is not in a root of the client"};
}

bool WorkspaceResources::may_tell(const std::string& uri, const ClientState& state) const
{
    const auto path = path_of_workspace_uri(uri);
    return path && !state.part->refusal && !is_outside_roots(*path, &state);
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
    if (!waiting.empty())
        watch.until(system::Watch::Clock::now());
}

void WorkspaceResources::step()
{
    make_calls();
    if (changes)
        report_changes();
}

// A call cannot begin while another one passes on its result.
void WorkspaceResources::make_calls()
{
    for (Reading& reading : std::exchange(waiting, {})) {
        const ContextDone done = reading.done;
        const Json arguments = reading.arguments;
        try {
            if (arguments.is_null())
                list_place(std::move(reading));
            else
                call(std::move(reading), listing_tool, arguments);
        } catch (const protocol::Malformed& error) {
            done({{}, error});
        }
    }
}

}
