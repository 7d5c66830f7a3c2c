#pragma once

#include "toolkit/json/json.hpp"

#include <string>

// What an answer says of files that are run later (toolkit/workspace/runs_later.hpp, docs/contract.md): "runsLater" and its kin. Any
// program can be a tool, so that an answer may say anything.

// Of an answer: these fields alone, of at most 20 paths, and of each its first 300 bytes. Empty where it has none.
Json runs_later_of(const Json& answer);

// "Makefile, .envrc, and 3 more; not all was looked at", of such fields; empty where there are none.
std::string runs_later_text(const Json& fields);

// For the terminal, where a call needs a yes: the files of the answer of its dry run, or where it has none (null), those
// that its arguments `path` and `to` name; a line each, with who runs or obeys it. May be empty.
std::string runs_later_lines(const Json& arguments, const Json& dry_run);
