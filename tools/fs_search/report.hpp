#pragma once

#include "findings.hpp"
#include "matches.hpp"
#include "toolkit/tool.hpp"

// The answer that the contract describes. Mode files has "files":[{"path"}] in place of "matches", count has
// "files":[{"path","count"}].
Answer report(const Findings& findings, Mode mode);
