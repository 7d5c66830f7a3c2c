#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace toolkit::system {

// The closed list of the contract. Programs branch on these, never on text.
enum class Code {
    bad_request,
    not_found,
    already_exists,
    not_a_file,
    not_a_directory,
    not_empty,
    permission_denied,
    outside_workspace,
    protected_path,
    too_large,
    conflict,
    ambiguous,
    no_match,
    bad_pattern,
    bad_patch,
    unsupported,
    timed_out,
    no_space,
    io_error,
    sandbox_unavailable,
    internal,
};

// "NOT_FOUND": how a code is written on the wire.
std::string_view wire_name(Code code);

// The one exception that a tool throws on purpose. Its reader is a model: `message` says what
// failed, 'which thing', and why, in lower case without a full stop; `hint` says what would work,
// or is empty.
class ToolError : public std::exception {
public:
    ToolError(Code code, std::string message, std::string hint = {});

    const char* what() const noexcept override;

    Code code;
    std::string message;
    std::string hint;
};

// For a system call that has just failed: the code that fits `error` (an errno), and the message
// "cannot read 'notes.txt': no such file or directory" where `what_failed` is "cannot read
// 'notes.txt'".
ToolError system_error(const std::string& what_failed, int error);

// The same for the current errno.
ToolError system_error(const std::string& what_failed);

}

// Named everywhere, so that the rooms of other programs need not say where they come from.
namespace toolkit {

using system::Code;
using system::ToolError;

}
