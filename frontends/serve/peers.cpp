#include "frontends/serve/peers.hpp"
#include "frontends/serve/serve.hpp"

#include "frontends/serve/tokens.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>

namespace frontends::serve {

using namespace runner;

std::vector<uid_t> users_of(const std::vector<Peer>& peers)
{
    std::vector<uid_t> users;
    users.reserve(peers.size());
    for (const auto& peer : peers)
        users.push_back(peer.user);
    return users;
}

static std::optional<uid_t> user_in(std::string_view text)
{
    uid_t user = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), user);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    return is_number && user != static_cast<uid_t>(-1) ? std::optional(user) : std::nullopt;
}

// Returns the user id that the kernel reports for users that the server's namespace does not map.
static uid_t user_of_strangers()
{
    uid_t user = 65534;
    std::ifstream("/proc/sys/kernel/overflowuid") >> user;
    return user;
}

static Peer peer_in(const std::string& text)
{
    const std::size_t equals = text.find('=');
    const auto user = user_in(std::string_view(text).substr(0, equals));
    if (equals == std::string::npos || !user)
        throw ToolError(Code::bad_request, text::in_quotes(text) + " is not UID=SCOPES",
            "1000=read,run for instance; 'id -u NAME' prints the number of a user");
    const Peer peer {*user, scopes_in(text.substr(equals + 1))};
    if (peer.scopes == Scope::none)
        throw ToolError(Code::bad_request, "a peer needs a scope",
            "read, run or approve; with :all they cover the runs of other clients, too");
    if (peer.user == geteuid() || peer.user == 0)
        throw ToolError(Code::bad_request,
            "the user " + std::to_string(peer.user) + " has all scopes without --peer");
    if (peer.user == user_of_strangers())
        throw ToolError(Code::bad_request,
            "the user " + std::to_string(peer.user) + " can be any user of another namespace",
            "give the client a user of its own");
    return peer;
}

std::vector<Peer> peers_of(const options::Options& options)
{
    std::vector<Peer> peers;
    for (const auto& text : options.own.of<ServeOptions>().peers) {
        const Peer peer = peer_in(text);
        for (const auto& other : peers)
            if (other.user == peer.user)
                throw ToolError(
                    Code::bad_request, "--peer names " + std::to_string(peer.user) + " twice");
        peers.push_back(peer);
    }
    const bool has_socket = std::any_of(options.own.of<ServeOptions>().listen.begin(),
        options.own.of<ServeOptions>().listen.end(),
        [](const std::string& address) { return address.starts_with("unix:"); });
    if (!peers.empty() && !has_socket)
        throw ToolError(Code::bad_request,
            "--peer lets users in at a Unix socket, and there is none",
            "--listen unix:PATH names one");
    if (!peers.empty() && geteuid() == user_of_strangers())
        throw ToolError(Code::bad_request,
            "this user can be any user of another namespace, so --peer would let in all of them",
            "run the server as a user of its own");
    return peers;
}

}
