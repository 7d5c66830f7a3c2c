#pragma once

#include "agent/calls/manifest_source.hpp"

#include <string>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// Returns the instructions for clients about the tools as a whole, generated from the manifest: at
// most 600 bytes.
std::string instructions_of(const calls::ManifestSource& source);

}
