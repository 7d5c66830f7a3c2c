#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

// Parsers for responses of model servers on this machine. The responses are not trusted. `answer`
// is the body of a response with status 200.

// Returns the names in a list of models (/v1/models), at most 20.
std::vector<std::string> models_in(std::string_view answer);

// Returns the context size of the model in tokens from a response for /v1/models (vLLM), /props
// (llama-server), /api/ps (Ollama) or /api/v0/models (LM Studio); 0 if it is not included.
std::int64_t context_in(std::string_view answer);

}
