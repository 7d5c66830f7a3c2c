#pragma once

#include "agent/model/http.hpp"
#include "agent/model/trace.hpp"
#include "agent/model/transport.hpp"

namespace agent::model {

// True if the response says that the server is still loading the model.
bool is_loading(const HttpResponse& response);

// Throws what an answer without success says: IO_ERROR if it may succeed another time, otherwise
// UNSUPPORTED, for 400, 413 and 422 as RefusedMessages.
// True if the server says that it does not have the model.
bool is_about_a_missing_model(const HttpResponse& response);

void refuse_failure(const HttpResponse& response, const Server& server, const Trace& trace);

}
