#include "frontends/mcp/http_place.hpp"
#include "frontends/mcp/mcp_options.hpp"
#include "runner/options/listen_options.hpp"

#include "toolkit/http/token.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

#include <unistd.h>

#include <filesystem>

namespace frontends::mcp {

using namespace runner;

namespace fs = std::filesystem;

// Returns the address. Throws if the other flags do not fit it.
static http::Address checked_address(const options::Options& options)
{
    http::Address address = http::parse_address(options.own.of<McpOptions>().listen);
    if (address.is_unix()
        && (options.own.of<McpOptions>().has_no_token
            || !options.own.of<options::ListenOptions>().token_file.empty()))
        throw ToolError(Code::bad_request, "a Unix socket has no token: it is its user's alone",
            "leave out --token-file and --no-token");
    if (!address.is_local() && options.own.of<McpOptions>().has_no_token)
        throw ToolError(Code::bad_request,
            text::in_quotes(options.own.of<McpOptions>().listen)
                + " is reached from elsewhere: it needs a token",
            "leave out --no-token");
    if (!address.is_local() && options.own.of<options::ListenOptions>().allowed_hosts.empty())
        throw ToolError(Code::bad_request,
            text::in_quotes(options.own.of<McpOptions>().listen)
                + " is reached from elsewhere, by which name?",
            "--allow-host NAME names the host as clients write it");
    return address;
}

HttpPlace::HttpPlace(const options::Options& options)
    : socket(checked_address(options))
    , rules {.address = socket.address(),
          .hosts = options.own.of<options::ListenOptions>().allowed_hosts,
          .origins = options.own.of<options::ListenOptions>().allowed_origins}
{
    if (!options.own.of<McpOptions>().resource_metadata.empty())
        read_metadata(options.own.of<McpOptions>().resource_metadata);
    if (!rules.address.is_unix() && !options.own.of<McpOptions>().has_no_token)
        find_token(options);
}

HttpPlace::~HttpPlace()
{
    if (is_token_temporary)
        unlink(token_file.c_str());
}

// Refuses files in the workspace, which the served tools could read.
static void refuse_in_workspace(const std::string& path)
{
    std::error_code error;
    const fs::path directory = fs::weakly_canonical(fs::absolute(path, error), error).parent_path();
    const fs::path way = directory.lexically_relative(fs::current_path(error));
    if (!error && !way.empty() && *way.begin() != "..")
        throw ToolError(Code::bad_request,
            "the file of the token " + text::in_quotes(path) + " is in the workspace",
            "name one outside of it by --token-file");
}

void HttpPlace::find_token(const options::Options& options)
{
    token_file = options.own.of<options::ListenOptions>().token_file.empty()
        ? http::usual_token_file("mcp", rules.address.port)
        : options.own.of<options::ListenOptions>().token_file;
    refuse_in_workspace(token_file);
    http::Token token = http::token_in(token_file);
    const bool has_own_port = http::parse_address(options.own.of<McpOptions>().listen).port == 0;
    is_token_temporary = token.is_new && has_own_port
        && options.own.of<options::ListenOptions>().token_file.empty();
    rules.token = std::move(token.text);
}

void HttpPlace::read_metadata(const std::string& path)
{
    constexpr std::size_t max_bytes = 64 << 10;
    metadata_text = system::read_named_file(
        path, "the metadata of the resource", max_bytes, system::LinksOut::refused);
    const std::string resource
        = json::string_member(json::parse_bounded(metadata_text), "resource");
    if (resource.empty())
        throw ToolError(Code::bad_request, text::in_quotes(path) + " has no text \"resource\"",
            "it is the URL of this server as clients write it (RFC 9728)");
    web::parse_url(resource); // throws if it is not a URL
    const std::size_t host = resource.find("//") + 2;
    rules.metadata_url
        = resource.substr(0, resource.find('/', host)) + "/.well-known/oauth-protected-resource";
}

std::string HttpPlace::url() const
{
    const http::Address& address = rules.address;
    if (address.is_unix())
        return "unix://" + fs::absolute(address.path).string() + "#/mcp";
    return "http://" + http::address_text(address) + "/mcp";
}

Json HttpPlace::announcement() const
{
    Json result {{"url", url()}};
    if (!token_file.empty())
        result["tokenFile"] = fs::absolute(token_file).string();
    return result;
}

std::vector<std::string> HttpPlace::notes() const
{
    std::vector<std::string> notes {"listens at " + url()
        + (token_file.empty() ? "" : "; the token is in " + text::in_quotes(token_file))};
    if (token_file.empty() && !rules.address.is_unix())
        notes.emplace_back("there is no token: every user of this machine can call the tools");
    if (!rules.address.is_local())
        notes.emplace_back("there is no TLS: whoever sees the traffic has the token; let a reverse "
                           "proxy speak TLS");
    return notes;
}

}
