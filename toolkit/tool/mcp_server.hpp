#pragma once

#include "toolkit/tool/command_line.hpp"
#include "toolkit/tool/contract.hpp"

#include <functional>

namespace toolkit::tool {

// After a fork, both processes take a page fault at the first write to each page, and the child
// also at the first use of the program's code. The functions below cause these faults while the
// server is idle. They do not change any data.

// Unshares the pages of data, heap and stack.
void unshare_pages();

// Maps the pages of code and constants. Stops when `is_wanted` returns true.
void map_program(const std::function<bool()>& is_wanted);

// Serves the tool as an MCP server over stdin and stdout, until stdin ends, stdout is closed, or
// the parent process is not the one at the start any more. The workspace is opened and the sandbox
// entered before anything is read. This process stores no data of a message except the text of
// lines that wait: each line is parsed in a process of its own, which was forked and sealed before
// it received the line. See docs/adr/0018-mcp-calls-are-processes.md.
void serve_mcp(Contract& contract, const CommandLine& command_line);

}
