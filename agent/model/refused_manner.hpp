#pragma once

#include "agent/model/request_writer.hpp"
#include "agent/model/transport.hpp"

#include <string>

namespace agent::model {

// Adapts the manner in which messages are written to a server that refuses them. Each adapt
// function returns true if the manner has changed, so that the request is worth sending again. The
// number of changes is bounded.

// Adapts to the errors of chat templates: the ids of calls, the number of calls in a message, and
// the roles.
bool adapt_template(MessageFormat& manner, const HttpResponse& response, const Messages& messages);

// Adapts to a model or a server that accepts no images, or none in the results of the Responses
// API. Ignores an error about one image, such as its size or its format.
bool adapt_images(MessageFormat& manner, const HttpResponse& response, const Messages& messages);

// Remembers, for the life of the process, that a model accepts no images. `origin` is
// Manner::origin.
void note_model_without_images(const std::string& origin);
bool is_model_without_images(const std::string& origin);

// Adapts the fields and the content of messages. To be asked last, because it looks for words that
// errors with other causes also contain.
bool adapt_messages(MessageFormat& manner, const HttpResponse& response, const Messages& messages);

}
