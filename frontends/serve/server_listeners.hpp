#pragma once

#include "frontends/serve/settings.hpp"
#include "runner/options/options.hpp"
#include "toolkit/http/listener.hpp"
#include "toolkit/json/json.hpp"

#include <memory>
#include <string>
#include <vector>

namespace frontends::serve {

using namespace runner;

// The sockets of a server and the rules about who may use them, as set by the operator's flags. At
// the end it removes its sockets, and the token files that were made only for it.
class ServerListeners {
public:
    // `given` are the workspaces, in which no token file may be. `passed` are sockets that listen
    // already, in addition to those of --listen. Throws BAD_REQUEST if the flags are inconsistent,
    // or can't be applied.
    ServerListeners(const options::Options& options, const std::vector<std::string>& given,
        std::vector<File> passed);
    ServerListeners(const ServerListeners&) = delete;
    ServerListeners& operator=(const ServerListeners&) = delete;
    ~ServerListeners();

    std::vector<int> descriptors() const;
    std::vector<ListenerRules> http_listeners() const { return rules; }

    // Reads the files of tokens again, and returns the rules with their current tokens. Throws
    // BAD_REQUEST if a file cannot be used.
    std::vector<ListenerRules> listener_rules(const options::Options& options);

    // Returns the announcement for programs: {"listen": [{"url","tokenFile"}]}.
    Json announcement() const;

    // Returns notes for the operator.
    std::vector<std::string> notes() const;

private:
    void add(std::unique_ptr<http::Listener> listener, const options::Options& options);
    ListenerRules rules_of(
        const http::Address& address, const options::Options& options, std::string& token_file);

    std::vector<std::string> workspaces;
    std::vector<std::unique_ptr<http::Listener>> listeners;
    std::vector<ListenerRules> rules;
    std::vector<std::string> token_files; // for each listener; empty: it needs none
    std::vector<std::string> temporary_files;
};

// Throws BAD_REQUEST if this file or directory is in one of the workspaces, which tools can change.
void refuse_in_workspaces(
    const std::string& path, const std::string& what, const std::vector<std::string>& workspaces);

}
