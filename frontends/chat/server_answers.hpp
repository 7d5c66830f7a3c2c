#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

// What servers of models on this machine say of themselves, read as any stranger's text. `answer`
// is the body of a response with status 200.

// The names in a list of models (/v1/models): at most 20.
std::vector<std::string> models_in(std::string_view answer);

// The size of the model's context in tokens, as /v1/models (vLLM), /props (llama-server), /api/ps
// (Ollama) and /api/v0/models (LM Studio) have it; 0 if there is none.
std::int64_t context_in(std::string_view answer);

}
