#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace frontends::host {

using namespace toolkit;

// What a host says in one line of the run channel (docs/host.md).
enum class Verb {
    begin,
    say,
    call,
    answer,
    interrupt,
    quit,
    // of a screen alone
    take_back,
    command,
    run,
    complete,
    edit,
    suspend
};

// Who speaks: a program, the screen of a chat, which begins nothing and has a terminal's
// conveniences, or a program that has a workflow run and says nothing in it.
enum class Client { host, screen, workflow_host };

struct HostMessage {
    Verb verb;
    Json fields; // checked; without "do"
};

inline constexpr std::size_t longest_host_line = 16 << 20;
inline constexpr std::size_t max_host_output = 1 << 20; // of a host tool, as JSON
inline constexpr std::size_t longest_context = 1 << 20;

// The fields of a begin, a say or an answer by their names, with the schema of each.
Json fields_of(Verb verb);

// The same of the begin of a workflow.
Json fields_of_workflow_begin();

ToolError line_too_long();

// Throws BAD_REQUEST or TOO_LARGE naming the field and what is wrong with it.
HostMessage parse_host_message(std::string_view line, Client client = Client::host);

}
