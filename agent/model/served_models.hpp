#pragma once

#include "agent/model/price.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// Read the responses of a server about its models. The JSON is not trusted.

// Returns the names in a list of models (/v1/models), at most 1,000.
std::vector<std::string> models_in(const Json& answer);

// Returns the context size of a model in tokens, at most 2^30, or 0 if the response does not state
// it. If `model` is empty, returns the first size in it. Reads the forms of /v1/models (vLLM,
// llama-server, Groq, OpenRouter), /props (llama-server), /api/ps (Ollama) and /api/v0/models (LM
// Studio).
std::int64_t context_in(const Json& answer, const std::string& model = {});

// A model as its server describes it.
struct ServedModel {
    std::string name;
    std::int64_t window = 0; // tokens, as context_in() returns them
    std::optional<Price> price = {}; // published by the server; nullopt: none, or not plausible
};

// Returns the models in a list, at most 1,000: that of /v1/models, with the prices of OpenRouter,
// or that of /model/info of LiteLLM. Prices below 0 or above 100,000 for a million tokens are left
// out.
std::vector<ServedModel> served_models_in(const Json& answer);

}
