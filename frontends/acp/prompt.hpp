#pragma once

#include "agent/channel/messages.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace frontends::acp {

using namespace toolkit;

namespace channel = agent::channel;

// Converts the content blocks of a prompt to a `say` of the run channel. Text is unchanged. A link
// is mentioned in the text and not fetched; if it leads into the workspace, by its path there. An
// embedded text is mentioned and becomes context. An image becomes a part. Throws BAD_REQUEST
// naming the block that is malformed, and UNSUPPORTED for audio and for embedded bytes other than
// images.
channel::Say say_of(const Json& blocks, const std::string& workspace);

}
