#pragma once

#include "agent/calls/manifest_source.hpp"

#include <string>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// What a client is told about the tools together, made from the manifest: at most 600 bytes (A5).
std::string instructions_of(const calls::ManifestSource& source);

}
