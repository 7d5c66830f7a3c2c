#pragma once

#include "runner/servers/variables.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace runner::servers {

using namespace toolkit;

// The environment in which the values of an entry are read.
struct ServerFileContext {
    Environment environment; // of agentcli
    std::vector<std::string> refused; // variables that no server gets
    std::string workspace; // absolute, links resolved
    std::string client_metadata_url = {}; // default for `oauth.clientMetadataUrl` of an entry
};

// Returns the value of a variable of agentcli's environment; empty if it is not set.
std::string variable_in(const ServerFileContext& surroundings, const std::string& name);

// Returns a BAD_REQUEST.
ToolError refusal(const std::string& what, const std::string& hint = {});

// Reads the members of an object in a configuration file. Each getter throws BAD_REQUEST naming the
// key if the value has another form, or a string contains a NUL byte.
class Fields {
public:
    // `where` precedes the keys in messages: "sandbox.". Both must outlive it.
    Fields(const Json& object, const ServerFileContext& surroundings, std::string where = {})
        : object(object)
        , surroundings(surroundings)
        , where(std::move(where))
    {
    }

    bool has(const char* key) const { return object.contains(key); }
    const Json& value(const char* key) const; // JSON null if it is missing
    bool flag(const char* key, bool preset) const;
    std::optional<std::string> text(const char* key) const;
    std::vector<std::string> texts(const char* key) const; // empty if it is missing
    std::map<std::string, std::string> texts_by_name(const char* key) const;
    std::vector<std::string> globs(const char* key) const;

    // Returns a duration. `unit` is the unit of the number, which may be a fraction.
    std::chrono::milliseconds time(
        const char* key, std::chrono::milliseconds unit, std::chrono::milliseconds preset) const;

    // Return paths with their variables replaced, in the form of normal_path(): relative paths
    // begin in the workspace.
    std::optional<std::string> path(const char* key) const;
    std::vector<std::string> paths(const char* key) const;

    // Return texts with their variables replaced.
    std::optional<std::string> expanded_text(const char* key) const;
    std::vector<std::string> expanded_texts(const char* key) const;
    std::map<std::string, std::string> expanded_texts_by_name(const char* key) const;

private:
    std::string named(const std::string& key) const; // 'sandbox.write'
    std::string checked(const char* key, const Json& value, const char* form) const;
    std::string expanded(const std::string& key, const std::string& text) const;
    std::string absolute(const std::string& path) const;

    const Json& object;
    const ServerFileContext& surroundings;
    std::string where;
};

}
