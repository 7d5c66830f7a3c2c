#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// Reads the responses of /embeddings.

// Reads the response for one text: {"model", "embedding", "usage"?}. Throws UNSUPPORTED if it has
// no embedding of numbers, and like failed_request() if it is an error.
Json read_embedding(std::string_view body);

// Like read_embedding(), for `count` texts: "embeddings" has theirs in the order of the texts.
Json read_embeddings(std::string_view body, std::size_t count);

}
