#pragma once

#include "runner/options/options.hpp"

#include <string>

// Makes `options` as narrow as `others` in what has this flag: the smaller limit, the tools of both, the stricter
// approval. Answers whether that changed anything.
bool narrow(Options& options, const Options& others, const std::string& flag);
