#include "agent/calls/tool_request.hpp"

#include "toolkit/process/text_message.hpp"
#include "toolkit/system/error.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace agent::calls {

using namespace toolkit;

// The descriptors of ToolEnds, in their order: the last one may be missing.
static constexpr std::size_t max_numbers = 6;
using Numbers = std::array<int, max_numbers>;

static Numbers numbers_of(const ToolEnds& ends)
{
    return {ends.input, ends.output, ends.errors, ends.report, ends.control, ends.given};
}

static bool send_descriptors(const File& to, const Numbers& numbers)
{
    const std::size_t size = (numbers.back() < 0 ? max_numbers - 1 : max_numbers) * sizeof(int);
    char byte = 0;
    iovec part {&byte, sizeof byte};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Numbers))> room {};
    msghdr message {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = CMSG_SPACE(size);
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    std::memcpy(CMSG_DATA(header), numbers.data(), size);
    return sendmsg(to.descriptor(), &message, MSG_NOSIGNAL) == 1;
}

// Nothing if the other end is closed. Fewer than all if there was no room for them.
static std::optional<std::vector<File>> receive_descriptors(const File& from)
{
    char byte = 0;
    iovec part {&byte, sizeof byte};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Numbers))> room {};
    msghdr message {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = room.size();
    ssize_t got = 0;
    do
        got = recvmsg(from.descriptor(), &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got != 1)
        return std::nullopt;
    std::vector<File> files;
    const cmsghdr* const header = CMSG_FIRSTHDR(&message);
    for (std::size_t at = 0; header != nullptr && CMSG_LEN(at + sizeof(int)) <= header->cmsg_len;
         at += sizeof(int)) {
        int number = -1;
        std::memcpy(&number, CMSG_DATA(header) + at, sizeof number);
        files.emplace_back(number);
    }
    return files;
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
    if (!send_descriptors(to, numbers_of(ends)))
        return false;
    process::send_texts(to, {{launch.program, launch.directory}, launch.argv, launch.environment});
    return true;
} catch (const ToolError&) {
    return false;
}

std::optional<ToolRequest> receive_request(const File& from)
{
    auto files = receive_descriptors(from);
    process::TextLists lists;
    if (!files || !process::receive_texts(from, lists) || lists.size() != 3 || lists[0].size() != 2)
        return std::nullopt;
    return ToolRequest {
        {std::move(lists[0][0]), std::move(lists[1]), std::move(lists[2]), std::move(lists[0][1])},
        *std::move(files)};
}

}
