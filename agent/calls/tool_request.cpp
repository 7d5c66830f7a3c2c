#include "agent/calls/tool_request.hpp"

#include "toolkit/io/packet.hpp"
#include "toolkit/process/pipe.hpp"
#include "toolkit/system/error.hpp"

#include <array>
#include <span>
#include <utility>

namespace agent::calls {

using namespace toolkit;

// Number of descriptors in ToolEnds. The last one, `given`, is optional.
static constexpr std::size_t max_numbers = 6;
using Numbers = std::array<int, max_numbers>;

static Numbers numbers_of(const ToolEnds& ends)
{
    return {ends.input, ends.output, ends.errors, ends.report, ends.control, ends.given};
}

// Returns the descriptors to send: all, or all but the optional last one.
static std::span<const int> sent(const Numbers& numbers)
{
    return std::span(numbers).first(numbers.back() < 0 ? max_numbers - 1 : max_numbers);
}

bool ToolRequest::has_all() const { return files.size() >= max_numbers - 1; }

ToolEnds ToolRequest::ends() const
{
    return {files[0].descriptor(), files[1].descriptor(), files[2].descriptor(),
        files[3].descriptor(), files[4].descriptor(),
        files.size() < max_numbers ? -1 : files[5].descriptor()};
}

bool send_request(const File& to, const Launch& launch, const ToolEnds& ends)
try {
    const char byte = 0;
    if (io::send_packet(to.descriptor(), byte, sent(numbers_of(ends))) != 0)
        return false;
    process::send_texts(to, {{launch.program, launch.directory}, launch.argv, launch.environment});
    return true;
} catch (const ToolError&) {
    return false;
}

std::optional<ToolRequest> receive_request(const File& from)
{
    char byte = 0;
    io::Packet packet
        = io::receive_packet(from.descriptor(), byte, io::Wait::until_done, max_numbers);
    process::TextLists lists;
    if (packet.outcome != io::Packet::Outcome::whole || !process::receive_texts(from, lists)
        || lists.size() != 3 || lists[0].size() != 2)
        return std::nullopt;
    return ToolRequest {
        {std::move(lists[0][0]), std::move(lists[1]), std::move(lists[2]), std::move(lists[0][1])},
        std::move(packet.passed)};
}

}
