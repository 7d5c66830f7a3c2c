#include "toolkit/io/packet.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace toolkit::io {

namespace {

// A message with one part, and space for the descriptors of a packet.
struct Message {
    explicit Message(const void* bytes, std::size_t size)
        : part {const_cast<void*>(bytes), size} // NOLINT: it is only read where it is sent
    {
        header.msg_iov = &part;
        header.msg_iovlen = 1;
    }

    alignas(cmsghdr) std::array<char, CMSG_SPACE(max_passed * sizeof(int))> room {};
    iovec part;
    msghdr header {};
};

int flags_of(Wait wait) { return wait == Wait::never ? MSG_DONTWAIT : 0; }

}

int send_packet(
    int socket, std::span<const std::byte> bytes, std::span<const int> passed, Wait wait)
{
    if (passed.size() > max_passed)
        return EINVAL;
    Message message(bytes.data(), bytes.size());
    if (!passed.empty()) {
        message.header.msg_control = message.room.data();
        message.header.msg_controllen = CMSG_SPACE(passed.size_bytes());
        cmsghdr* const control = CMSG_FIRSTHDR(&message.header);
        control->cmsg_level = SOL_SOCKET;
        control->cmsg_type = SCM_RIGHTS;
        control->cmsg_len = CMSG_LEN(passed.size_bytes());
        std::memcpy(CMSG_DATA(control), passed.data(), passed.size_bytes());
    }
    ssize_t sent = 0;
    do
        sent = sendmsg(socket, &message.header, MSG_NOSIGNAL | flags_of(wait));
    while (sent < 0 && errno == EINTR);
    if (sent < 0)
        return errno;
    return static_cast<std::size_t>(sent) == bytes.size() ? 0 : EMSGSIZE;
}

static std::vector<File> descriptors_in(msghdr& message)
{
    std::vector<File> files;
    for (cmsghdr* control = CMSG_FIRSTHDR(&message); control != nullptr;
         control = CMSG_NXTHDR(&message, control)) {
        if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t size = control->cmsg_len - CMSG_LEN(0);
        for (std::size_t at = 0; at + sizeof(int) <= size; at += sizeof(int)) {
            int descriptor = -1;
            std::memcpy(&descriptor, CMSG_DATA(control) + at, sizeof descriptor);
            files.emplace_back(descriptor);
        }
    }
    return files;
}

Packet receive_packet(int socket, std::span<std::byte> into, Wait wait, std::size_t max_descriptors)
{
    Message message(into.data(), into.size());
    // Uses CMSG_LEN, since the padding of CMSG_SPACE would leave room for a second descriptor.
    message.header.msg_control = message.room.data();
    message.header.msg_controllen = CMSG_LEN(std::min(max_descriptors, max_passed) * sizeof(int));
    ssize_t count = 0;
    do
        count = recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC | flags_of(wait));
    while (count < 0 && errno == EINTR);
    if (count < 0 && errno == EAGAIN)
        return {};
    if (count < 0)
        return {Packet::Outcome::end};
    Packet packet {Packet::Outcome::other_size, descriptors_in(message.header)};
    const auto flags = static_cast<unsigned>(message.header.msg_flags);
    packet.lacks_descriptors = (flags & MSG_CTRUNC) != 0;
    if (static_cast<std::size_t>(count) == into.size() && (flags & MSG_TRUNC) == 0)
        packet.outcome = Packet::Outcome::whole;
    else if (count == 0)
        packet.outcome = Packet::Outcome::end;
    return packet;
}

}
