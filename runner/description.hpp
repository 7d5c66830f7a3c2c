#pragma once

#include "runner/interrupt.hpp"
#include "runner/manifest.hpp"

#include <vector>

// What the commands of tools say of themselves to --describe, with the flags that the manifest gives them, in the order of
// the tools; null where one does not answer an object within 5 s.
std::vector<Json> describe(const std::vector<ManifestTool>& tools, const Interrupt& interrupt);
