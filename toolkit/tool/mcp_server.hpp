#pragma once

#include "toolkit/tool/command_line.hpp"
#include "toolkit/tool/contract.hpp"

#include <functional>

namespace toolkit::tool {

// After a fork both processes take a fault at the first write to each page, and the child at the
// first use of the program's code. These take such faults while nobody waits. They are requests to
// the kernel, and change no byte.

// Data, heap and the stack from here on.
void unshare_pages();

// Code and constants; until `is_wanted`.
void map_program(const std::function<bool()>& is_wanted);

// The tool as an MCP server over stdin and stdout, until stdin ends, stdout is closed, or the
// parent process is another one than at the start. The workspace is opened and the sandbox entered
// before anything is read. This process keeps no data of a message but the text of lines that wait:
// each line is understood in a process of its own, which was forked and sealed before the line was
// passed to it. See docs/adr/0018-mcp-calls-are-processes.md.
void serve_mcp(Contract& contract, const CommandLine& command_line);

}
