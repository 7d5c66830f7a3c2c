#pragma once

#include "toolkit/json/json.hpp"

#include <optional>
#include <string>

namespace frontends::servers {

using namespace toolkit;

// The file that `mcp import` writes: agentcli/config.json of the user, or ./.mcp.json.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
class ImportTarget {
public:
    // Reads the file. Throws BAD_REQUEST if it cannot be read, or is not an object whose mcpServers
    // are an object; also if it has comments, which would be lost.
    static ImportTarget of_user();
    static ImportTarget of_workspace();

    const std::string& path() const { return file; }

    // An empty object if there is no file.
    const Json& document() const { return content; }

    // Puts the document in the place of the file in one step that lasts: a reader has the old
    // content or the new one. The user's file gets mode 0600; ./.mcp.json keeps its mode. Throws
    // CONFLICT if the file has changed since it was read, BAD_REQUEST if the directory of the
    // user's file can be changed by other users, and what system_error() makes of a failure.
    void write(const Json& document) const;

private:
    ImportTarget(std::string path, std::optional<std::string> text, bool is_of_user);

    void check_unchanged(const std::optional<std::string>& now) const;
    void write_of_user(const std::string& whole) const;
    void write_of_workspace(const std::string& whole) const;

    std::string file;
    std::optional<std::string> text;
    bool is_of_user;
    Json content = Json::object();
};

}
