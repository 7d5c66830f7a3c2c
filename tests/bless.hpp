#pragma once

#include "case.hpp"

// The outcome of a call, to be written into its case.
struct Blessing {
    std::string answer; // a line; empty if the case is right about it
    bool has_succeeded = false;
    Tree workspace;
};

// The text of a case with this answer, and with after-sections of all that differs between
// `c.before` and the workspace. After-sections that are right stay as they are written.
std::string bless(const std::string& text, const Case& c, const Blessing& real);
