#pragma once

#include "frontends/serve/run_id.hpp"
#include "toolkit/io/packet.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace frontends::serve {

using namespace toolkit;

// A request of the front to the spawner. It has only numbers, since the front serves untrusted
// clients; the lists that they index were fixed at the start.
struct Order {
    enum Kind : std::uint32_t { start = 1, kill = 2, reload = 3 };
    std::uint32_t kind = 0;
    std::uint32_t worker = 0; // a number chosen by the front
    std::uint32_t profile = 0; // an index
    std::uint32_t workspace = 0; // an index
    std::uint32_t workflow = 0; // an index and 1; 0: a conversation
    // The lists that are indexed: 0 for those of the start, and the next number after each reload.
    // In a `reload`, the lowest number that the front still uses.
    std::uint32_t generation = 0;
    std::uint64_t last_event = 0; // the number before that of the worker's first event
    // The run in whose directory the worker stores its conversation; the default id for none.
    RunId conversation = {};
};

// A message of the spawner to the front.
struct Report {
    // `reloaded` has the generation of the new settings as `worker`, and passes a file with them.
    enum Kind : std::uint32_t { started = 1, refused = 2, ended = 3, reloaded = 4 };
    std::uint32_t kind = 0;
    std::uint32_t worker = 0;
    std::int32_t status = 0; // exit status as in a shell
};

// Sends a packet with descriptors on the pair of sockets (SOCK_SEQPACKET) of the two processes.
// Throws as system_error() does.
template<class Packet>
void send_packet(const File& socket, const Packet& packet, std::span<const int> passed = {})
{
    if (const int error = io::send_packet(socket.descriptor(), packet, passed); error != 0)
        throw system::system_error("cannot reach the other process of the server", error);
}

// The commands and directories of workers. The front selects them by index only.
struct Workers {
    using Command = std::vector<std::string>; // arguments
    std::vector<std::vector<Command>> commands; // for each profile: a conversation, then workflows
    std::vector<std::string> directories; // the workspaces
    std::string runs; // the directory of RunFiles
    std::size_t max_workers = 0; // maximum in parallel
};

// The operator's flags and files: for the spawner, and as settings in JSON for the front.
struct Configuration {
    Workers workers;
    std::string settings;
};

// Starts workers by the orders of the front, and reports their ends, until the front has exited;
// then ends the remaining ones. Each worker has a process group of its own, so that a terminal does
// not interrupt it, and gets SIGTERM when this process ends. `read_again` is called in a child at
// each reload; if it throws a ToolError, the child prints it, and the configuration stays.
void serve_orders(
    const File& front, Workers workers, const std::function<Configuration()>& read_again);

// Returns a file in memory with this text. Throws as system_error() does.
File file_in_memory(const std::string& text);

}
