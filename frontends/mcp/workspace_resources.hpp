#pragma once

#include "frontends/mcp/context_provider.hpp"
#include "frontends/mcp/file_changes.hpp"
#include "frontends/mcp/toolbelt.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace frontends::mcp {

// The files of the workspace as resources. Each is read by a call of fs_read_file or fs_listdir, so
// that the sandbox, the limits and the audit trail of these tools hold for it.
class WorkspaceResources : public ContextProvider {
public:
    // `keeps_to_roots`: clients with roots can list and subscribe to files in them only.
    WorkspaceResources(Toolbelt& toolbelt, bool keeps_to_roots);

    // True if both tools are offered and only read.
    bool has_resources() const override;
    bool owns_uri(const std::string& uri) override;
    void begin(ContextRequest request, ContextDone done) override;
    void cancel(std::uint64_t number) override;
    void admit(const std::string& uri, const ClientCall& client) override;
    bool may_tell(const std::string& uri, const ClientState& state) const override;
    void subscribe(const std::string& uri, const ClientCall& client) override;
    void unsubscribe(const std::string& uri) override;
    std::size_t max_subscriptions() const override { return 64; }
    void watch(system::Watch& watch) const override;
    void step() override;

private:
    struct Reading {
        ContextRequest request;
        ContextDone done;
        std::string path = {}; // read or listed, relative to the workspace
        bool is_directory = false; // the path is listed, since it is not a file
        Json arguments = {}; // of the next call that lists it

        // Members for a list or a completion.
        std::vector<std::string> places = {}; // directories that are still to be listed
        std::string value = {}; // the text to complete
        Json found = Json::array(); // entries, or the paths that complete the value
        int listings = 0; // calls made
        bool is_cut = false; // there is more than was listed
    };

    void read(Reading reading);
    void list(Reading reading);
    void complete(Reading reading);
    void list_place(Reading reading);
    void take_listing(Reading reading, const calls::ToolAnswer& answer);
    void take_failed_listing(Reading reading, const calls::ToolAnswer& answer);
    void finish_listing(const Reading& reading) const;
    std::vector<std::string> roots_of(const ClientState* state) const;
    bool is_outside_roots(const std::string& path, const ClientState* state) const;
    void call(Reading reading, const std::string& tool, const Json& arguments);
    void take_answer(std::uint64_t number, const calls::ToolAnswer& answer,
        const std::optional<ClientAnswer>& instead);
    void watch_root();
    void make_calls();
    void report_changes();

    Toolbelt& toolbelt;
    bool keeps_to_roots;
    std::map<std::uint64_t, Reading> under_way; // by the number of the request
    std::vector<Reading> waiting; // directories to be listed in the next step()
    bool is_listed = false; // changes of the root are reported as those of the list
    std::optional<FileChanges> changes; // nullopt if files cannot be watched
    std::map<std::string, std::string> subscribed; // paths, by their URIs
};

}
