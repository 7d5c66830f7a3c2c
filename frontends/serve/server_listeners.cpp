#include "frontends/serve/server_listeners.hpp"
#include "frontends/serve/serve.hpp"
#include "runner/options/listen_options.hpp"

#include "frontends/serve/peers.hpp"
#include "frontends/serve/tokens.hpp"
#include "toolkit/http/token.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <filesystem>

namespace frontends::serve {

using namespace runner;

namespace fs = std::filesystem;

void refuse_in_workspaces(
    const std::string& path, const std::string& what, const std::vector<std::string>& workspaces)
{
    std::error_code error;
    const fs::path place = fs::weakly_canonical(fs::absolute(path, error), error);
    for (const auto& workspace : workspaces) {
        const fs::path way = place.lexically_relative(fs::weakly_canonical(workspace, error));
        if (!way.empty() && *way.begin() != "..")
            throw ToolError(Code::bad_request,
                what + " " + text::in_quotes(path) + " is in a workspace",
                "tools can change what is there: name a place outside");
    }
}

static std::vector<std::string> addresses_of(const options::Options& options, bool has_others)
{
    if (!options.own.of<ServeOptions>().listen.empty() || has_others)
        return options.own.of<ServeOptions>().listen;
    const std::string directory = system::runtime_directory();
    if (directory.empty())
        throw ToolError(Code::bad_request, "there is no XDG_RUNTIME_DIR for the socket",
            "--listen names an address");
    return {"unix:" + directory + "/serve.sock"};
}

static void require_name(const http::Address& address, const options::Options& options)
{
    if (!address.is_local() && options.own.of<options::ListenOptions>().allowed_hosts.empty())
        throw ToolError(Code::bad_request,
            text::in_quotes(http::address_text(address))
                + " is reached from elsewhere, by which name?",
            "--allow-host NAME names the host as clients write it");
}

ServerListeners::ServerListeners(const options::Options& options,
    const std::vector<std::string>& given, std::vector<File> passed)
    : workspaces(given)
{
    const std::vector<Peer> peers = peers_of(options);
    for (const auto& text : addresses_of(options, !passed.empty())) {
        const http::Address address = http::parse_address(text);
        require_name(address, options);
        add(std::make_unique<http::Listener>(address, users_of(peers)), options);
        if (address.is_unix())
            rules.back().peers = peers;
    }
    for (auto& socket : passed) {
        auto listener = std::make_unique<http::Listener>(std::move(socket));
        require_name(listener->address(), options);
        add(std::move(listener), options);
    }
}

ServerListeners::~ServerListeners()
{
    for (const auto& file : temporary_files)
        unlink(file.c_str());
}

void ServerListeners::add(std::unique_ptr<http::Listener> listener, const options::Options& options)
{
    listeners.push_back(std::move(listener));
    token_files.emplace_back();
    rules.push_back(rules_of(listeners.back()->address(), options, token_files.back()));
}

std::vector<ListenerRules> ServerListeners::listener_rules(const options::Options& options)
{
    std::vector<ListenerRules> all = rules;
    for (std::size_t index = 0; index < all.size(); ++index)
        all[index].grants
            = rules_of(listeners[index]->address(), options, token_files[index]).grants;
    return all;
}

ListenerRules ServerListeners::rules_of(
    const http::Address& address, const options::Options& options, std::string& token_file)
{
    ListenerRules door {options.own.of<options::ListenOptions>().allowed_hosts,
        options.own.of<options::ListenOptions>().allowed_origins, {}};
    if (address.is_unix())
        return door;
    if (!options.own.of<ServeOptions>().tokens.empty()) {
        refuse_in_workspaces(
            options.own.of<ServeOptions>().tokens, "the file of tokens", workspaces);
        door.grants = grants_of(options.own.of<ServeOptions>().tokens);
    }
    if (!options.own.of<ServeOptions>().tokens.empty()
        && options.own.of<options::ListenOptions>().token_file.empty())
        return door;
    const bool has_own_file = options.own.of<options::ListenOptions>().token_file.empty();
    const std::string file = has_own_file ? http::usual_token_file("serve", address.port)
                                          : options.own.of<options::ListenOptions>().token_file;
    refuse_in_workspaces(file, "the file of the token", workspaces);
    const http::Token token = http::token_in(file);
    if (token.is_new && has_own_file)
        temporary_files.push_back(file);
    token_file = file;
    door.grants.push_back({system::sha256(token.text), Scope::all});
    return door;
}

std::vector<int> ServerListeners::descriptors() const
{
    std::vector<int> all;
    for (const auto& listener : listeners)
        all.push_back(listener->descriptor());
    return all;
}

static std::string url_of(const http::Address& address)
{
    return address.is_unix() ? "unix://" + fs::absolute(address.path).string()
                             : "http://" + http::address_text(address);
}

Json ServerListeners::announcement() const
{
    Json list = Json::array();
    for (std::size_t index = 0; index < listeners.size(); ++index) {
        Json one {{"url", url_of(listeners[index]->address())}};
        if (!token_files[index].empty())
            one["tokenFile"] = fs::absolute(token_files[index]).string();
        list.push_back(one);
    }
    return {{"listen", list}};
}

std::vector<std::string> ServerListeners::notes() const
{
    std::vector<std::string> all;
    for (std::size_t index = 0; index < listeners.size(); ++index) {
        const std::string& file = token_files[index];
        std::string users;
        for (const auto& peer : rules[index].peers)
            users += (users.empty() ? "; it lets in the users " : ", ") + std::to_string(peer.user);
        all.push_back("listens at " + url_of(listeners[index]->address()) + users
            + (file.empty() ? "" : "; the token is in " + text::in_quotes(file)));
        if (!listeners[index]->address().is_local())
            all.emplace_back("there is no TLS: whoever sees the traffic has the token; let a "
                             "reverse proxy speak TLS");
    }
    return all;
}

}
