#pragma once

#include "agent/channel/messages.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace frontends::acp {

using namespace toolkit;

namespace channel = agent::channel;

// Returns the `say` of the run channel for the content blocks of a prompt. Text stays as it is, a
// link is named in it and not fetched, an embedded text is context and is named in it, an image is
// a part. A link into the workspace is named by its path there. Throws BAD_REQUEST naming the block
// that has another form, UNSUPPORTED for audio and for other embedded bytes than images.
channel::Say say_of(const Json& blocks, const std::string& workspace);

}
