#pragma once

#include "agent/model/request_writer.hpp"
#include "agent/model/transport.hpp"

#include <string>

namespace agent::model {

// A server that refuses messages because of how they are written gets them in another manner. Each
// answers whether the manner is another one now, so that it is worth asking again; it changes few
// times.

// Adapts to the errors of chat templates: the ids of calls, how many calls a message has, and the
// roles.
bool adapt_template(Manner& manner, const HttpResponse& response, const Messages& messages);

// To a model or a server that takes no images, or none in the results of the Responses API; not to
// an error about one image, such as its size or its format.
bool adapt_images(Manner& manner, const HttpResponse& response, const Messages& messages);

// Notes a model that takes no images, by Manner::origin, as long as the process runs.
void note_model_without_images(const std::string& origin);
bool is_model_without_images(const std::string& origin);

// Their fields, by words that an error may have for other reasons.
bool adapt_messages(Manner& manner, const HttpResponse& response, const Messages& messages);

}
