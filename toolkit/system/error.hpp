#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace toolkit::system {

// The complete list of error codes of the contract. Programs decide by these codes, never by text.
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

// Returns the code as it is written in answers: "NOT_FOUND".
std::string_view wire_name(Code code);

// Returns the code with this wire name; INTERNAL if the name is unknown.
Code code_named(std::string_view wire_name);

// The only exception that a tool throws on purpose. Its reader is a model. `message` says what
// failed, 'which thing', and why, in lower case without a full stop. `hint` says what would work,
// or is empty.
class ToolError : public std::exception {
public:
    ToolError(Code code, std::string message, std::string hint = {});

    const char* what() const noexcept override;

    Code code;
    std::string message;
    std::string hint;
};

// Returns the error of a system call that has failed: the code that fits `error` (an errno), and a
// message like "cannot read 'notes.txt': no such file or directory" for `what_failed` "cannot read
// 'notes.txt'".
ToolError system_error(const std::string& what_failed, int error);

// Returns the error for the current errno.
ToolError system_error(const std::string& what_failed);

}

// Named in the namespace of the toolkit, so that other programs need not name the room.
namespace toolkit {

using system::Code;
using system::ToolError;

}
