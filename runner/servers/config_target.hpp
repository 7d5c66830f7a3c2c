#pragma once

#include "toolkit/json/json.hpp"

#include <optional>
#include <string>

namespace runner::servers {

using namespace toolkit;

// A configuration that agentcli writes: agentcli/config.json of the user, or ./.mcp.json.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
class ConfigTarget {
public:
    // Reads the file. Throws BAD_REQUEST if it cannot be read, is not an object, its mcpServers are
    // not an object, or it has comments, which would be lost.
    static ConfigTarget of_user();
    static ConfigTarget of_workspace();

    const std::string& path() const { return file; }

    // Returns the content of the file, or an empty object if it does not exist.
    const Json& document() const { return content; }

    // Replaces the file by the document atomically: a reader gets the old content or the new one,
    // also after a crash. The user's file gets mode 0600; ./.mcp.json keeps its mode. Throws
    // CONFLICT if the file has changed since it was read, BAD_REQUEST if other users can change the
    // directory of the user's file, and system_error().
    void write(const Json& document) const;

private:
    ConfigTarget(std::string path, std::optional<std::string> text, bool is_of_user);

    void check_unchanged(const std::optional<std::string>& now) const;
    void write_of_user(const std::string& whole) const;
    void write_of_workspace(const std::string& whole) const;

    std::string file;
    std::optional<std::string> text;
    bool is_of_user;
    Json content = Json::object();
};

}
