#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// The wire form of /embeddings.

// The response for one text: {"model", "embedding", "usage"?}. Throws UNSUPPORTED if it is none.
Json read_embedding(std::string_view body);

// The same for `count` texts: "embeddings", in the order of the texts.
Json read_embeddings(std::string_view body, std::size_t count);

}
