#pragma once

#include "agent/model/http.hpp"
#include "agent/model/trace.hpp"
#include "agent/model/transport.hpp"

#include <string>

namespace agent::model {

// True if the response says that the server is still loading the model.
bool is_loading(const HttpResponse& response);

// True if the server says that it does not have the model (400 or 404).
bool is_about_a_missing_model(const HttpResponse& response);

// Returns the delay that the response asks for in its header or else in its body, in the form of a
// Retry-After. Empty if it asks for no delay.
std::string wished_delay_of(const HttpResponse& response);

// Throws the error of a response without success: IO_ERROR if it may succeed another time, else
// UNSUPPORTED. For 400, 413 and 422, and for a context that is too small, throws it as
// RefusedMessages, for 429 as TooManyRequests, for 401 as KeyRefused, and for a model that the
// server does not have as ModelMissing. Returns if the status is 2xx.
void refuse_failure(const HttpResponse& response, const Server& server, const Trace& trace);

}
