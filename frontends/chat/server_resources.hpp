#pragma once

#include "frontends/chat/attachments.hpp"
#include "frontends/chat/server_requests.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/image.hpp"

#include <string>
#include <vector>

namespace frontends::chat {

// Returns the contents of a resources/read result for the message that mentions the resource: texts
// with their source, at most 64 KiB in all, and images, which `count` counts for the whole message.
// Invisible characters of texts are left out. Throws UNSUPPORTED for other content, TOO_LARGE, and
// IO_ERROR if the result has no contents.
Attachments attachment_of_resource(
    const Json& result, const NameAtServer& resource, text::ImageCount& count);

// Reads the resources of servers that a message mentions, each once; together at most 200 KiB of
// text. Waits. Throws what attachment_of_resource() and requests to servers throw; the message
// names the mention.
Attachments resources_of_servers(ChatEngine& talk, const std::vector<std::string>& mentions);

// Returns the mentions that name no resource of a server.
std::vector<std::string> mentions_of_files(
    const ChatEngine& talk, const std::vector<std::string>& mentions);

}
