#pragma once

#include "toolkit/tool/command_line.hpp"
#include "toolkit/tool/contract.hpp"

#include <functional>

namespace toolkit::tool {

// After a fork, both processes take a page fault at the first write to each page, and the child
// also at the first use of the program's code. The functions below cause these faults while nobody
// waits. They are hints to the kernel and change no data.

// Unshares data, heap and the stack from here on.
void unshare_pages();

// Maps code and constants; stops when `is_wanted` returns true.
void map_program(const std::function<bool()>& is_wanted);

// Serves the tool as an MCP server over stdin and stdout, until stdin ends, stdout is closed, or
// the parent process is not the one at the start any more. The workspace is opened and the sandbox
// entered before anything is read. This process stores no data of a message except the text of
// lines that wait: each line is parsed in a process of its own, which was forked and sealed before
// it received the line. See docs/adr/0018-mcp-calls-are-processes.md.
void serve_mcp(Contract& contract, const CommandLine& command_line);

}
