#pragma once

#include "agent/model/request_writer.hpp"
#include "agent/model/transport.hpp"

namespace agent::model {

// A server that refuses messages because of how they are written gets them in another manner. Each
// answers whether the manner is another one now, so that it is worth asking again; it changes few
// times.

// Adapts to the errors of chat templates: the ids of calls, how many calls a message has, and the
// roles.
bool adapt_template(Manner& manner, const HttpResponse& response, const Messages& messages);

// Their fields, by words that an error may have for other reasons.
bool adapt_messages(Manner& manner, const HttpResponse& response, const Messages& messages);

}
