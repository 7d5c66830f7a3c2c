#include "runner/options/key_store.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

#include <cstddef>

namespace runner::options {

using namespace toolkit;

static constexpr std::size_t max_file = 64 << 10;

static std::string server_of_url(const std::string& url)
{
    const web::Url parsed = web::parse_url(url);
    return (parsed.scheme == web::Scheme::https ? "https://" : "http://") + web::authority(parsed);
}

static std::string file_of(const std::string& server) { return system::sha256(server) + ".json"; }

static std::string place()
{
    const std::string state = system::state_directory();
    return state.empty() ? "" : state + "/keys";
}

std::string stored_key(const std::string& url)
{
    std::string server;
    try {
        server = server_of_url(url);
    } catch (const ToolError&) { // no key was stored for it
        return {};
    }
    if (place().empty())
        return {};
    const auto directory = system::PrivateDirectory::find(place());
    const auto text = directory ? directory.read_secret(file_of(server), max_file) : std::nullopt;
    if (!text)
        return {};
    const Json document = json::parse_bounded(*text);
    std::string key = json::string_member(document, "key");
    if (json::string_member(document, "server") != server || key.empty())
        throw ToolError(Code::bad_request,
            "the stored key of " + text::in_quotes(server) + " cannot be read: "
                + text::in_quotes(place() + "/" + file_of(server)) + " is malformed",
            "remove the file; /connect stores the key again");
    return key;
}

void store_key(const std::string& url, const std::string& key)
{
    if (place().empty())
        throw ToolError(Code::bad_request,
            "there is no place for the key: neither XDG_STATE_HOME nor HOME is set");
    const std::string server = server_of_url(url);
    const auto directory = system::PrivateDirectory::make(place());
    const File lock = directory.lock();
    if (key.empty())
        directory.remove(file_of(server));
    else
        directory.write(file_of(server), Json {{"server", server}, {"key", key}}.dump() + "\n");
}

}
