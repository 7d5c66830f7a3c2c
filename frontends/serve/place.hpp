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

// Where a server listens and who may speak to it, as the operator's flags say. Its sockets are
// removed at the end, and the files of tokens that were made for it alone.
class Place {
public:
    // `given`: workspaces, directories in which no file of a token may be; `passed`: sockets that
    // listen already, beside those of --listen. Throws BAD_REQUEST if the flags don't agree, or
    // can't be obeyed.
    Place(const options::Options& options, const std::vector<std::string>& given,
        std::vector<File> passed);
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place();

    std::vector<int> descriptors() const;
    std::vector<DoorRules> doors() const { return rules; }

    // For programs: {"listen": [{"url","tokenFile"}]}.
    Json announcement() const;

    // For the operator.
    std::vector<std::string> notes() const;

private:
    void add(std::unique_ptr<http::Listener> listener, const options::Options& options);
    DoorRules rules_of(const http::Address& address, const options::Options& options);

    std::vector<std::string> workspaces;
    std::vector<std::unique_ptr<http::Listener>> listeners;
    std::vector<DoorRules> rules;
    std::vector<std::string> token_files; // of each; empty: it needs none
    std::vector<std::string> temporary_files;
};

// Throws BAD_REQUEST if this file or directory is in one of the workspaces, which tools change.
void refuse_in_workspaces(
    const std::string& path, const std::string& what, const std::vector<std::string>& workspaces);

}
