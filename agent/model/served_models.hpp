#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// What servers say of the models that they have, in JSON that is not trusted.

// Returns the names in a list of models (/v1/models): at most 1,000.
std::vector<std::string> models_in(const Json& answer);

// Returns the size of the context in tokens, 0 if there is none, as /v1/models (vLLM, llama-server,
// Groq, OpenRouter), /props (llama-server), /api/ps (Ollama) and /api/v0/models (LM Studio) have
// it: that of this model, or without a name of the first one that has a size.
std::int64_t context_in(const Json& answer, const std::string& model = {});

}
