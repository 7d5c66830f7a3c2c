#pragma once

#include "toolkit/system/file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace exec::process {

using namespace toolkit;

constexpr int script_descriptor = 9;

// A program, ready to be run.
struct Program {
    std::string path; // relative to `directory`, or absolute
    std::vector<std::string> arguments; // the name first
    std::vector<std::string> environment; // NAME=value
    std::string place; // where it runs, resolved, relative to the workspace, or absolute
    bool has_one_stream = false; // stderr goes where stdout goes
    bool is_launched = false; // has the streams of the tool, and the signals that come by orders
    File directory; // the same, opened
    std::string script = {}; // what the program can read from `script_descriptor`
};

// A Program without its descriptor, as bytes between processes of this tool: no text in it holds a
// NUL.
void send(const File& to, const Program& program);

// Blocks. False where the other end was closed before the whole had come.
bool receive(const File& from, Program& program);

}
